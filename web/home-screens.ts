import type { ComponentType } from 'react'
import type { Role } from '#contract/roles.ts'

export type LoadScreen = () => Promise<ComponentType>

/** The first screen of each role. */
export const homeScreens: Record<Role, LoadScreen> = {
  student: () =>
    import('./reviews/home/student/student-home-page.tsx').then((page) => page.StudentHomePage),
  advisor: () =>
    import('./reviews/home/advisor/advisor-home-page.tsx').then((page) => page.AdvisorHomePage),
  reviewer: () =>
    import('./reviews/home/reviewer/reviewer-home-page.tsx').then((page) => page.ReviewerHomePage),
  admin: () => import('./school/admin-home-page.tsx').then((page) => page.AdminHomePage),
}
