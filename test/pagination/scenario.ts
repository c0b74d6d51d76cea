import type { TestApp } from '#test/app.ts'

/** A list as a test writes to it: where it is asked for, how a row of it is made and taken away. */
type Written = {
  url: string
  token: string
  /** Makes a row, whose place in the list the number decides, and returns its id. */
  add: (place: number) => Promise<string>
  remove: (id: string) => Promise<unknown>
}

export type Scenario = (app: TestApp) => Promise<Written>

const names = ['Ana', 'ana', 'Änne', 'Zoë', '한결', '😀 Joy', 'O’Neil', 'a']
/** What whoever has this place is called. */
export const nameAt = (place: number) => names[place % names.length] ?? ''
