/** Made when it is first asked for, and kept: for what stays the same as long as the extension runs. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
