/** Prints a line in the output of a proof, whose figures are part of the result. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}
