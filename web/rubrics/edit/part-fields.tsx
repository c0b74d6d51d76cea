import { Button, Text, VisuallyHidden } from '@mantine/core'
import { criteriaMax, markMax } from '#contract/limits/reviews.ts'
import type { RubricPart } from '#contract/rubrics/rubrics.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { PlusIcon } from '#web/kit/ui/icons/icons.tsx'
import { partNames } from '../part-names.ts'
import { CriterionFields } from './criterion-fields.tsx'
import { addUpPart, newLevel, type RubricFormState } from './rubric-values.ts'

type Props = {
  part: RubricPart
  form: RubricFormState
  focusNext: (...selectors: string[]) => void
}

/** The criteria of one part, with what they add up to. */
export function PartFields({ part, form, focusNext }: Props) {
  const { criteria } = form.values
  const name = partNames[part]
  const own = criteria.flatMap((criterion, index) => (criterion.part === part ? [index] : []))
  const addButton = `[data-add="${part}"]`

  function add() {
    const index = own.length > 0 ? (own.at(-1) ?? 0) + 1 : part === 'code' ? 0 : criteria.length
    form.insertListItem('criteria', { name: '', part, levels: [newLevel, newLevel] }, index)
    form.clearFieldError('criteria')
    focusNext(`[data-path$="-criteria.${index}.name"]`)
  }

  function remove(index: number) {
    form.removeListItem('criteria', index)
    form.clearFieldError('criteria')
    focusNext(addButton)
  }

  function move(index: number, way: 'up' | 'down') {
    const to = way === 'up' ? index - 1 : index + 1
    form.reorderListItem('criteria', { from: index, to })
    focusNext(`[data-move="${way} ${to}"]`, `[data-path$="-criteria.${to}.name"]`)
  }

  return (
    <SectionCard id={`rubric-${part}`} title={name}>
      <Sum sum={addUpPart(form.values, part)} hasCriteria={own.length > 0} />
      {own.map((index) => (
        <CriterionFields
          // A criterion has no id while it is typed.
          key={index}
          index={index}
          form={form}
          canMove={{ up: index !== own[0], down: index !== own.at(-1) }}
          move={(way) => move(index, way)}
          remove={() => remove(index)}
          focusNext={focusNext}
        />
      ))}
      <div>
        <Button
          variant="default"
          data-add={part}
          leftSection={<PlusIcon />}
          disabled={criteria.length >= criteriaMax}
          onClick={add}
        >
          Add a criterion<VisuallyHidden> of {part}</VisuallyHidden>
        </Button>
      </div>
    </SectionCard>
  )
}

/** What the criteria add up to, and how much is missing or too much. */
function Sum({ sum, hasCriteria }: { sum: number; hasCriteria: boolean }) {
  if (!hasCriteria) return <Text c="dimmed">No criteria: marked with a number.</Text>
  const left = markMax - sum
  if (left === 0)
    return (
      <Text role="status">
        {markMax} of {markMax} points
      </Text>
    )
  return (
    <Text role="status" c="var(--mantine-color-error)">
      {sum} of {markMax} points, {left > 0 ? `${left} to go` : `${-left} too many`}
    </Text>
  )
}
