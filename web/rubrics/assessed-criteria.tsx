import { Group, Stack, Text, Title } from '@mantine/core'
import type { AssessedCriterion } from '#contract/rubrics/assessment.ts'
import { addUpPoints, rubricParts } from '#contract/rubrics/rubrics.ts'
import styles from './assessed-criteria.module.css'
import { partNames } from './part-names.ts'

type Props = {
  criteria: AssessedCriterion[]
  mark: Record<AssessedCriterion['part'], number>
}

/** What a review was given, criterion by criterion; says so where the mark is not their sum. */
export function AssessedCriteria({ criteria, mark }: Props) {
  return rubricParts
    .map((part) => ({ part, given: criteria.filter((one) => one.part === part) }))
    .filter(({ given }) => given.length > 0)
    .map(({ part, given }) => (
      <Stack key={part} gap="xs">
        <Title order={3}>{partNames[part]}</Title>
        <Stack
          component="ul"
          gap={8}
          aria-label={`Criteria of ${part}`}
          style={{ overflowWrap: 'anywhere' }}
        >
          {given.map(({ name, points, of, text }) => (
            <Group key={name} component="li" justify="space-between" align="stretch" wrap="nowrap">
              <div>
                <Text fw={500}>{name}</Text>
                {text && <Text c="dimmed">{text}</Text>}
              </div>
              <span className={styles.points}>
                {points} of {of}
              </span>
            </Group>
          ))}
        </Stack>
        {addUpPoints(given) !== mark[part] && (
          <Text c="dimmed">The mark was set to {mark[part]} by hand.</Text>
        )}
      </Stack>
    ))
}
