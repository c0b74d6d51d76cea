import { Button, Group, Radio, Stack, Text, Title } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { markMax } from '#contract/limits/reviews.ts'
import { formatMissingLevel } from '#contract/rubrics/assessment.ts'
import { type Criterion, type RubricPart, rubricParts } from '#contract/rubrics/rubrics.ts'
import { partNames } from '../part-names.ts'
import styles from './rubric-fields.module.css'
import type { RubricChoices } from './use-rubric-choices.ts'

/** On touch, the whole row of a level can be pressed. */
const classNames = {
  labelWrapper: styles.text ?? '',
  label: styles.label ?? '',
  inner: styles.circle ?? '',
}

type Props = {
  rubric: RubricChoices
  /** Sets the mark of a part to what its criteria add up to. */
  setMark: (part: RubricPart, sum: number) => void
}

/** The criteria of the marks, one press each; nothing where the domain has no rubric. */
export function RubricFields({ rubric, setMark }: Props) {
  const { query, criteria, sums, isOutdated, typed } = rubric
  const isTyped = typed !== undefined

  useEffect(() => {
    if (!isTyped) return
    for (const part of rubricParts) {
      const sum = sums[part]
      if (sum !== null) setMark(part, sum)
    }
    // Only the sums matter: the form is another one with each render.
  }, [isTyped, sums.code, sums.theory])

  if (query.isError && !query.data) {
    return (
      <Group role="alert">
        <Text>The rubric could not be loaded.</Text>
        <Button variant="default" onClick={() => void query.refetch()}>
          Try again
        </Button>
      </Group>
    )
  }
  return (
    <>
      {isOutdated && (
        <Text role="status">
          The rubric has changed since this mark was given. The mark stays unless you choose again.
        </Text>
      )}
      {rubricParts
        .filter((part) => criteria.some((criterion) => criterion.part === part))
        .map((part) => (
          <PartChoices key={part} part={part} rubric={rubric} />
        ))}
    </>
  )
}

function PartChoices({ part, rubric }: { part: RubricPart; rubric: RubricChoices }) {
  const sum = rubric.sums[part]
  return (
    <Stack gap="sm" component="section" aria-label={`Criteria of ${part}`}>
      <Group justify="space-between" mih={36}>
        <Title order={3}>
          <span role="status">
            {partNames[part]}
            {sum !== null && `: ${sum} of ${markMax}`}
          </span>
        </Title>
        {sum !== null && (
          <Button
            variant="subtle"
            aria-label={`Clear the criteria of ${part}`}
            onClick={() => rubric.clear(part)}
          >
            Clear
          </Button>
        )}
      </Group>
      {rubric.criteria
        .filter((criterion) => criterion.part === part)
        .map((criterion) => (
          <CriterionChoice key={criterion._id} criterion={criterion} rubric={rubric} />
        ))}
    </Stack>
  )
}

function CriterionChoice({ criterion, rubric }: { criterion: Criterion; rubric: RubricChoices }) {
  const { name, points: most, levels } = criterion
  const points = rubric.getPoints(criterion)
  const isMissing = rubric.missing.includes(criterion)
  const field = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // Mantine describes the group by the error, but does not mark it.
    const group = field.current?.querySelector('[role=radiogroup]')
    group?.setAttribute('aria-invalid', String(isMissing))
  }, [isMissing])
  return (
    <Radio.Group
      ref={field}
      label={name}
      description={points === undefined ? `${most} points` : `${points} of ${most} points`}
      value={points === undefined ? '' : String(points)}
      onChange={(value) => rubric.choose(criterion, Number(value))}
      {...(isMissing && { error: formatMissingLevel(name), 'data-missing': true })}
    >
      <Stack className={styles.levels ?? ''} my={8}>
        {levels.map((level) => (
          <Radio
            key={level.points}
            classNames={classNames}
            value={String(level.points)}
            label={
              <>
                <b>{level.points}</b> {level.text}
              </>
            }
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
