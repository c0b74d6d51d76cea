import { createContext, use } from 'react'

/** As much of the school as stands around every screen. */
type School = {
  name: string
  logo: string | null
  timeZone: string
  bookableDays: number
  planEarliestDays: number
  demoLogins: object | null
}

/** What the server says of the school; undefined until that is known. */
export const SchoolContext = createContext<School | undefined>(undefined)

/** The school around; undefined until the server has told of it. */
export function useSchool(): School | undefined {
  return use(SchoolContext)
}

/** Whether what is shown is a demo; false until that is known. */
export function useIsDemo(): boolean {
  return Boolean(useSchool()?.demoLogins)
}

export const demoNotice = 'Demo school'
export const demoNoticeInFull = 'Demo school: its people are made up, and its logins are public.'
