import { useCallback, useMemo, useState } from 'react'
import { LongList } from '#web/kit/list/long-list.tsx'
import { ZoneNote } from '#web/kit/ui/dates/zone-note.tsx'
import { useSchoolZone } from '#web/school/api.ts'
import { BookBar } from './book-bar.tsx'
import { PlanLineCard } from './plan-line-card.tsx'
import {
  type EditablePlanLine,
  getSelectedLines,
  type LineChange,
  type LineChanges,
} from './plan-lines.ts'

type Props = {
  lines: EditablePlanLine[]
  change: (made: LineChanges) => void
}

const getKey = ({ review }: EditablePlanLine) => review._id
/** The estimated height of a line, in pixels. */
const lineHeight = 78

/** The lines of the plan, and the button that books the selected ones. */
export function PlanEditor({ lines, change }: Props) {
  const timeZone = useSchoolZone()
  const [outcome, setOutcome] = useState<string>()
  const planned = useMemo(() => mapSlotsToStudents(lines), [lines])
  const draw = useCallback(
    (line: EditablePlanLine) => (
      <PlanLineCard
        line={line}
        plannedFor={planned}
        change={(made: LineChange) => {
          if (made.choice || made.isIn !== undefined) setOutcome(undefined)
          change(new Map([[getKey(line), made]]))
        }}
      />
    ),
    [planned, change],
  )
  return (
    <>
      <LongList label="Plan" items={lines} getKey={getKey} height={lineHeight} gap={8}>
        {draw}
      </LongList>
      <ZoneNote timeZone={timeZone} />
      <BookBar
        lines={lines}
        outcome={outcome}
        onBooked={(said, made) => {
          setOutcome(said)
          change(made)
        }}
      />
    </>
  )
}

function mapSlotsToStudents(lines: EditablePlanLine[]): ReadonlyMap<string, string> {
  return new Map(
    getSelectedLines(lines).map(({ review, choice }) => [choice.slot._id, review.student.name]),
  )
}
