import { createContext, use } from 'react'

/** Whether what is shown is a demo; false until that is known. */
export const DemoContext = createContext(false)

export function useIsDemo(): boolean {
  return use(DemoContext)
}

export const demoNotice = 'Demo school'
export const demoNoticeInFull =
  'Demo school: its people are made up, and everybody knows its logins.'
