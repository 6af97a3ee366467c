import * as crypto from "node:crypto";
import type { Hasher } from "../core/ports.js";

type OneShot = (algorithm: string, data: Uint8Array | string, encoding: "hex") => string;

/** `crypto.hash` came with Node 20.12 and 21.7; without a hash object per document it takes two thirds of the time. */
const oneShot = (crypto as { readonly hash?: OneShot }).hash;

/** SHA-256 by Node's OpenSSL. */
export const nodeHasher: Hasher = {
  sha256:
    oneShot === undefined
      ? (data) => crypto.createHash("sha256").update(data).digest("hex")
      : (data) => oneShot("sha256", data, "hex"),
};
