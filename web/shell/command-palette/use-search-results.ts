import { useRef } from 'react'
import { listDomains } from '#contract/domains/domains.ts'
import { hasWords } from '#contract/kit/text/fold-text.ts'
import { parseSearchQuery } from '#contract/kit/text/search-query.ts'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { searchResultsMax } from '#contract/limits/limits.ts'
import { type ListedPerson, listPeople } from '#contract/people/people.ts'
import { listOwnReviews, listReviews, type Review } from '#contract/reviews/reviews.ts'
import { describeTurn } from '#contract/reviews/turn.ts'
import type { ProfileRole, Role } from '#contract/roles.ts'
import { listReviewers } from '#contract/slots/reviewers.ts'
import { findTasks, listWeeklyTasks } from '#contract/tasks/tasks.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { paths } from '#web/paths.ts'
import { formatReviewName } from '#web/reviews/display/review-name.ts'
import { statusLabels } from '#web/reviews/display/review-status.tsx'
import { getRank } from './rank.ts'

/** A choice: a link or an action. */
export type Choice = {
  group: 'Screens' | 'Lists' | 'Actions' | 'Manual' | 'People' | 'Reviews' | 'Tasks'
  label: string
  /** Synonyms. */
  also?: string | undefined
  /** Distinguishes choices of the same name. */
  note?: string
} & ({ to: string } | { act: () => void })

type SearchResults = {
  found: Choice[]
  /** Whether the results of this text are still to come. */
  isComing: boolean
  failed: { retry: () => void } | null
}

/**
 * A role's search results from the server; none for an empty text. All results arrive together, and
 * the previous ones stay until then, so that nothing moves while somebody is clicking. `failed` if
 * results are missing.
 */
export function useSearchResults(role: Role, typed: string): SearchResults {
  const searches = [
    useOwnWeeks(typed, role === 'student'),
    useReviews('advisor', typed, role === 'advisor'),
    useReviewers(typed, role === 'advisor'),
    useReviews('reviewer', typed, role === 'reviewer'),
    useSchool(typed, role === 'admin'),
  ]
  const found = useRef<Choice[]>([])
  const isComing = searches.some(({ asked }) => asked.some(({ isLoading }) => isLoading))
  if (!isComing) found.current = searches.flatMap(({ choices }) => choices)
  if (typed === '') return { found: [], isComing, failed: null }
  const failed = searches.flatMap(({ asked }) => asked.filter(({ isError }) => isError))
  const retry = () => {
    for (const { refetch } of failed) void refetch()
  }
  return { found: found.current, isComing, failed: failed.length > 0 ? { retry } : null }
}

type Asked = { isLoading: boolean; isError: boolean; refetch: () => Promise<unknown> }
type Search = { asked: Asked[]; choices: Choice[] }

const options = (isAsked: boolean, typed: string) => ({
  enabled: isAsked && typed !== '',
  onlyLogged: true,
})

/** A student has a review per week, and more for repeated weeks. */
const reviewsMax = 100

/** A student's own reviews and tasks, by week. */
function useOwnWeeks(typed: string, isAsked: boolean): Search {
  const asked = options(isAsked, typed)
  const reviews = useApiQuery(listOwnReviews, { query: { limit: reviewsMax } }, asked)
  const tasks = useApiQuery(listWeeklyTasks, {}, asked)
  const choices: Choice[] = [
    ...(reviews.data ?? []).map((review) => ({
      group: 'Reviews' as const,
      label: `Review of week ${formatWeekNumber(review.week)}`,
      note: waitsFor(review, 'student') ?? statusLabels[review.status],
      to: paths.reviewDetails('student', review._id),
    })),
    ...(tasks.data?.tasks ?? []).map(({ week }) => ({
      group: 'Tasks' as const,
      label: `Tasks of week ${formatWeekNumber(week)}`,
      to: paths.weeklyTask,
    })),
  ]
  return { asked: [reviews, tasks], choices: choices.filter(({ label }) => hasWords(label, typed)) }
}

type Waiting = Pick<Review, 'turn' | 'advisor' | 'reviewer'>

/** Who has to act on a review; undefined once it is over. */
function waitsFor({ turn, advisor, reviewer }: Waiting, reader: Role): string | undefined {
  if (!turn) return undefined
  return describeTurn(turn, (turn.who === 'reviewer' ? reviewer : advisor)?.name ?? null, reader)
}

const reviewLists = { advisor: paths.advisorReviews, reviewer: paths.reviewerReviews }

/** An advisor's or a reviewer's reviews, and their students. */
function useReviews(staffRole: 'advisor' | 'reviewer', typed: string, isAsked: boolean): Search {
  const { text, week } = parseSearchQuery(typed)
  const query = { search: text, namesOnly: 'true', ...(week && { week }), limit: searchResultsMax }
  const reviews = useApiQuery(listReviews[staffRole], { query }, options(isAsked, typed))
  const found = reviews.data ?? []
  // The latest review of each student: the open one, if there is one.
  const latest = new Map(found.toReversed().map((review) => [review.student._id, review]))
  return {
    asked: [reviews],
    choices: [
      ...[...latest.values()].toReversed().map(({ student: { name, email, week }, ...review }) => ({
        group: 'People' as const,
        label: name,
        note: [`Student, week ${formatWeekNumber(week)}`, waitsFor(review, staffRole)]
          .filter(Boolean)
          .join('. '),
        to: searched(reviewLists[staffRole], email),
      })),
      ...found.map((review) => ({
        group: 'Reviews' as const,
        label: formatReviewName(review) ?? '',
        note: waitsFor(review, staffRole) ?? statusLabels[review.status],
        to: paths.reviewDetails(staffRole, review._id),
      })),
    ],
  }
}

/** The reviewers whom an advisor can book. */
function useReviewers(typed: string, isAsked: boolean): Search {
  const reviewers = useApiQuery(listReviewers, {}, options(isAsked, typed))
  const named = (reviewers.data ?? []).filter(({ name }) => hasWords(name, typed))
  return {
    asked: [reviewers],
    choices: named.slice(0, searchResultsMax).map(({ _id, name, freeSlots }) => ({
      group: 'People' as const,
      label: name,
      note: `Reviewer, ${freeSlots === 0 ? 'no slot' : counted(freeSlots)} free`,
      to: paths.scheduleWith(_id),
    })),
  }
}

function counted(slots: number): string {
  return slots === 1 ? '1 slot' : `${slots} slots`
}

/** An admin's people, domains and tasks. */
function useSchool(typed: string, isAsked: boolean): Search {
  const asked = options(isAsked, typed)
  const query = { search: typed, namesOnly: 'true', limit: searchResultsMax }
  const students = useApiQuery(listPeople.student, { query: { ...query, withTurn: 'true' } }, asked)
  const advisors = useApiQuery(listPeople.advisor, { query }, asked)
  const reviewers = useApiQuery(listPeople.reviewer, { query }, asked)
  const domains = useApiQuery(listDomains, {}, asked)
  const tasks = useApiQuery(findTasks, { query: { search: typed } }, asked)
  return {
    asked: [students, advisors, reviewers, domains, tasks],
    choices: [
      ...namedSoFirst(typed, [
        ...(students.data ?? []).map((person) => personIn('student', person)),
        ...(advisors.data ?? []).map((person) => personIn('advisor', person)),
        ...(reviewers.data ?? []).map((person) => personIn('reviewer', person)),
      ]),
      ...(domains.data ?? [])
        .filter(({ name }) => hasWords(name, typed))
        .slice(0, searchResultsMax)
        .map(({ _id, name, isArchived }) => ({
          group: 'Tasks' as const,
          label: name,
          note: isArchived ? 'All weeks, archived' : 'All weeks',
          to: paths.weekList(_id),
        })),
      ...(tasks.data ?? []).map(({ _id, week, domain }) => ({
        group: 'Tasks' as const,
        label: `${domain.name}, week ${formatWeekNumber(week)}`,
        to: paths.taskDetails(_id),
      })),
    ],
  }
}

const kinds: Record<ProfileRole, string> = {
  student: 'Student',
  advisor: 'Advisor',
  reviewer: 'Reviewer',
}

function personIn(role: ProfileRole, { _id, name, email, turn }: ListedPerson): Choice {
  const waits = turn ? `. ${describeTurn(turn, turn.name, 'admin')}` : ''
  const note = `${kinds[role]}, ${email}${waits}`
  return { group: 'People', label: name, note, to: paths.person(role, _id) }
}

/** Sorts people by how well their names match. */
function namedSoFirst(typed: string, people: Choice[]): Choice[] {
  const rank = ({ label }: Choice) => getRank(typed, label) ?? Number.POSITIVE_INFINITY
  return people.toSorted((one, other) =>
    rank(one) < rank(other) ? -1 : Number(rank(one) > rank(other)),
  )
}

/** The path of a list, filtered by a text. */
function searched(list: string, text: string): string {
  return `${list}?search=${encodeURIComponent(text)}`
}
