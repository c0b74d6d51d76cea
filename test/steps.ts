/** Says a line in the output of a proof: its figures are part of what it shows. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}
