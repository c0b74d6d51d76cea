import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { getFeedback } from '#contract/feedback.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import type { DraftPoints } from '#contract/rubrics/assessment.ts'
import {
  addUpPoints,
  type Criterion,
  getRubric,
  type RubricPart,
  rubricParts,
} from '#contract/rubrics/rubrics.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'

/** The key of a choice, which outlasts a change of the rubric. */
const getKey = ({ part, name }: Pick<Criterion, 'part' | 'name'>) => `${part} ${name}`

export type RubricChoices = ReturnType<typeof useRubricChoices>

/**
 * The rubric of a review's domain, and what the reviewer chooses by it: at first a draft, or what
 * the review was given. A part without choices may have a mark that was typed.
 */
export function useRubricChoices(
  { _id: id, status, student }: Review,
  marks: Record<RubricPart, string | number>,
  draft?: DraftPoints,
) {
  const domain = student.domain?._id
  const query = useApiQuery(
    getRubric.reviewer,
    { query: { domain: domain ?? '' } },
    { enabled: domain !== undefined, onlyLogged: true },
  )
  const isMarked = status === 'conducted'
  const kept = useApiQuery(
    getFeedback.reviewer,
    { query: { id } },
    { enabled: isMarked, handlesNotFound: true },
  )
  const [typed, setTyped] = useState(draft)
  const [isUnsaved, setUnsaved] = useState(false)
  const [isChecked, setChecked] = useState(false)

  const criteria = query.data?.criteria ?? []
  const given = kept.data?.rubric ?? []
  const known = given.filter(({ _id }) => criteria.some((criterion) => criterion._id === _id))
  const chosen = typed ?? Object.fromEntries(known.map((one) => [getKey(one), one.points]))

  /** The points of a criterion, if it has a level with them. */
  function getPoints(criterion: Criterion): number | undefined {
    const points = chosen[getKey(criterion)]
    return criterion.levels.some((level) => level.points === points) ? points : undefined
  }

  function findChosen(part: RubricPart) {
    return criteria.flatMap((criterion) => {
      const points = criterion.part === part ? getPoints(criterion) : undefined
      return points === undefined ? [] : [{ _id: criterion._id, points }]
    })
  }
  const sums = { code: addUpPoints(findChosen('code')), theory: addUpPoints(findChosen('theory')) }
  /** A part is marked by all its criteria, or by a number alone; a mark that was given may stay. */
  const needsCriteria = (part: RubricPart) =>
    marks[part] === '' || (typed !== undefined && sums[part] !== null)
  const missing = criteria.filter(
    (criterion) => needsCriteria(criterion.part) && getPoints(criterion) === undefined,
  )

  function change(next: DraftPoints) {
    setTyped(next)
    setUnsaved(true)
  }

  return {
    query,
    criteria,
    getPoints,
    sums,
    typed,
    isUnsaved,
    missing: isChecked ? missing : [],
    /** Whether the review was given criteria that the rubric no longer has. */
    isOutdated: typed === undefined && query.data !== undefined && known.length < given.length,
    choose: (criterion: Criterion, points: number) =>
      change({ ...chosen, [getKey(criterion)]: points }),
    clear: (part: RubricPart) =>
      change(
        Object.fromEntries(Object.entries(chosen).filter(([key]) => !key.startsWith(`${part} `))),
      ),
    /**
     * Submits a form unless criteria of a part are missing, and focuses the first that is. They are
     * asked for in place of the mark, which they add up to.
     */
    submitIfComplete:
      (submit: (event: FormEvent<HTMLFormElement>) => void) =>
      (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        flushSync(() => setChecked(true))
        if (missing.length === 0) submit(event)
        else event.currentTarget.querySelector<HTMLElement>('[data-missing] input')?.focus()
      },
    /** The points to send; nothing where the reviewer has chosen nothing. */
    toSend() {
      if (typed === undefined) return {}
      const points = rubricParts.flatMap(findChosen)
      return { rubric: Object.fromEntries(points.map((one) => [one._id, one.points])) }
    },
    markSaved: () => setUnsaved(false),
    /** Shows what the review was given. */
    drop() {
      setTyped(undefined)
      setUnsaved(false)
    },
  }
}
