/** The first line of a text that says something. */
export function titleOf(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.find((line) => line !== "") ?? "";
}
