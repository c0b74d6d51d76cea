import type { Review, WeekTaskStates } from '#contract/reviews/reviews.ts'
import type { Role } from '#contract/roles.ts'
import { getStudentWork, getWork } from '#contract/work.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'

/** The addresses of the videos that the student has linked, by task. */
export type WorkLinks = Partial<Record<keyof WeekTaskStates, string>>

/** The student's videos of a review's week, as the viewer may see them; none while they load. */
export function useWorkLinks({ _id }: Review, viewer: Role): WorkLinks {
  const isStaff = viewer === 'advisor' || viewer === 'reviewer'
  const own = useApiQuery(getWork, {}, { enabled: viewer === 'student' })
  const students = useApiQuery(
    getStudentWork[viewer === 'reviewer' ? 'reviewer' : 'advisor'],
    { query: { review: _id } },
    { enabled: isStaff, handlesNotFound: viewer === 'reviewer' },
  )
  const work = isStaff ? students.data : own.data
  if (work?.reviewId !== _id) return {}
  const latest = (kind: string) => work.links.findLast((link) => link.kind === kind)?.url
  const [seminar, progress] = [latest('seminar'), latest('progress')]
  return { ...(seminar && { seminar }), ...(progress && { progress }) }
}
