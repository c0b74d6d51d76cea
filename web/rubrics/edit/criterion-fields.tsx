import {
  ActionIcon,
  Button,
  Group,
  Input,
  NumberInput,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core'
import { lineMaxLength, nameMaxLength } from '#contract/limits/limits.ts'
import { levelsMax, markMax } from '#contract/limits/reviews.ts'
import { handleEnter } from '#web/kit/form/fields/line-focus.ts'
import { UpIcon } from '#web/kit/ui/icons/edit-and-sort-icons.tsx'
import { CloseIcon, PlusIcon } from '#web/kit/ui/icons/icons.tsx'
import styles from './criterion-fields.module.css'
import { newLevel, type RubricFormState } from './rubric-values.ts'

/** The error is below the row, which the field is too narrow for. */
const pointsClassNames = {
  root: styles.root ?? '',
  wrapper: styles.points ?? '',
  error: styles.error ?? '',
}

type Props = {
  index: number
  form: RubricFormState
  canMove: { up: boolean; down: boolean }
  move: (way: 'up' | 'down') => void
  remove: () => void
  focusNext: (...selectors: string[]) => void
}

/**
 * One criterion: its name, its place, and its levels. Enter in the name moves to them, in a level
 * adds one.
 */
export function CriterionFields({ index, form, canMove, move, remove, focusNext }: Props) {
  const path = `criteria.${index}`
  const criterion = form.values.criteria[index]
  if (!criterion) return null
  const { levels } = criterion
  const name = criterion.name.trim() || 'the new criterion'
  const error = form.errors[`${path}.levels`]

  function addLevel(at = levels.length) {
    if (levels.length >= levelsMax) return
    form.insertListItem(`${path}.levels`, newLevel, at)
    focusNext(`[data-path$="-${path}.levels.${at}.points"]`)
  }

  function removeLevel(at: number) {
    form.removeListItem(`${path}.levels`, at)
    const next = Math.min(at, levels.length - 2)
    focusNext(`[data-path$="-${path}.levels.${next}.points"]`)
  }

  /** Moves from the name to the first level. */
  function focusLevel(input: HTMLInputElement) {
    input.closest('fieldset')?.querySelector<HTMLElement>('li input')?.focus()
  }

  return (
    <fieldset className={styles.criterion} aria-label={name}>
      <Group wrap="nowrap" align="flex-start" gap={4}>
        <TextInput
          flex={1}
          label="Criterion"
          autoComplete="off"
          maxLength={nameMaxLength}
          {...form.getInputProps(`${path}.name`)}
          onKeyDown={(event) => handleEnter(event, () => focusLevel(event.currentTarget))}
        />
        <Group wrap="nowrap" gap={0} className={styles.actions ?? ''}>
          {(['up', 'down'] as const).map((way) => (
            <ActionIcon
              key={way}
              color="gray"
              data-move={`${way} ${index}`}
              disabled={!canMove[way]}
              aria-label={`Move ${name} ${way}`}
              style={way === 'down' ? { rotate: '180deg' } : {}}
              onClick={() => move(way)}
            >
              <UpIcon />
            </ActionIcon>
          ))}
          <ActionIcon color="gray" aria-label={`Remove ${name}`} onClick={remove}>
            <CloseIcon />
          </ActionIcon>
        </Group>
      </Group>
      <Stack component="ul" gap={8} aria-label={`Levels of ${name}`}>
        {levels.map((_, at) => (
          // A level has no id while it is typed.
          <Group key={at} component="li" gap={8} align="flex-start">
            <NumberInput
              classNames={pointsClassNames}
              aria-label={`Points of level ${at + 1}`}
              placeholder="Points"
              min={0}
              max={markMax}
              allowDecimal={false}
              allowNegative={false}
              hideControls
              {...form.getInputProps(`${path}.levels.${at}.points`)}
              onKeyDown={(event) => handleEnter(event, () => addLevel(at + 1))}
            />
            <Textarea
              autosize
              className={styles.text ?? ''}
              flex={1}
              aria-label={`Text of level ${at + 1}`}
              placeholder="What it takes"
              maxLength={lineMaxLength}
              {...form.getInputProps(`${path}.levels.${at}.text`)}
              onKeyDown={(event) => handleEnter(event, () => addLevel(at + 1))}
            />
            <ActionIcon
              color="gray"
              disabled={levels.length === 1}
              aria-label={`Remove level ${at + 1} of ${name}`}
              onClick={() => removeLevel(at)}
            >
              <CloseIcon />
            </ActionIcon>
          </Group>
        ))}
      </Stack>
      {error && (
        <Input.Error size="md" role="alert">
          {error}
        </Input.Error>
      )}
      <div>
        <Button
          variant="subtle"
          leftSection={<PlusIcon />}
          disabled={levels.length >= levelsMax}
          aria-label={`Add a level to ${name}`}
          onClick={() => addLevel()}
        >
          Add a level
        </Button>
      </div>
    </fieldset>
  )
}
