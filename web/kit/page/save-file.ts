import { minuteMs } from '#contract/kit/time/durations.ts'

/** Saves a file to the reader's downloads. */
export function saveFile(
  content: string | Blob,
  { name, type }: { name: string; type: string },
): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // A busy browser begins to read the file some time after the click.
  setTimeout(() => URL.revokeObjectURL(address), minuteMs)
}
