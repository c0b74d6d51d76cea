/** Formats a number with its noun: '1 student', '7 students'. */
export function formatCount(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
