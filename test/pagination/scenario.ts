import type { TestApp } from '#test/app.ts'

/** A list that a test writes to: its path, and how to add and remove a row. */
type Written = {
  url: string
  token: string
  /** Adds a row, whose position depends on the number, and returns its id. */
  add: (place: number) => Promise<string>
  remove: (id: string) => Promise<unknown>
}

export type Scenario = (app: TestApp) => Promise<Written>

const names = ['Ana', 'ana', 'Änne', 'Zoë', '한결', '😀 Joy', 'O’Neil', 'a']
/** The name of the person at this position. */
export const getNameAt = (place: number) => names[place % names.length] ?? ''
