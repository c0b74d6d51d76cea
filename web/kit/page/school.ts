import { createContext, use } from 'react'
import type { Holiday } from '#contract/kit/time/holidays.ts'

/** The part of the school that every screen needs. */
type School = {
  name: string
  logo: string | null
  timeZone: string
  bookableDays: number
  planEarliestDays: number
  holidays: readonly Holiday[]
  hasMailServer: boolean
  demoLogins: object | null
  oidc: { name: string; isOnly: boolean; canSignOut: boolean } | null
}

/** The school; undefined until it has loaded. */
export const SchoolContext = createContext<School | undefined>(undefined)

/** The current school; undefined until it has loaded. */
export function useSchool(): School | undefined {
  return use(SchoolContext)
}

/** Whether this is a demo school; false until that is known. */
export function useIsDemo(): boolean {
  return Boolean(useSchool()?.demoLogins)
}

export const demoLabel = 'Demo school'
export const demoNoticeInFull = 'Demo school: its people are made up, and its logins are public.'
