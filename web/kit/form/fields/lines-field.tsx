import { ActionIcon, Button, Group, Input, Stack, Textarea, VisuallyHidden } from '@mantine/core'
import type { useForm } from '@mantine/form'
import { type ReactNode, useId } from 'react'
import { linesMax } from '#contract/limits/limits.ts'
import { CloseIcon, PlusIcon } from '../../ui/icons/icons.tsx'
import { handleEnter, useLineFocus } from './line-focus.ts'
import styles from './lines-field.module.css'
import { usePastedLines } from './pasted-lines.ts'

type InputProps = ReturnType<ReturnType<typeof useForm>['getInputProps']>

type Props = {
  title: string
  lines: string[]
  /** The error of the list as a whole. */
  error: ReactNode
  /** The form's props of one line. */
  lineProps: (index: number) => InputProps
  add: (index: number) => void
  remove: (index: number) => void
  /** Replaces all lines. */
  replace: (lines: string[]) => void
  /** The most lines. */
  most?: number
  /** Whether the last line can be removed too. */
  canBeEmpty?: boolean
}

/** A list of text lines in a form. Enter adds a line below; the focus follows. */
export function LinesField(props: Props) {
  const { title, lines, error, lineProps, add, remove, replace } = props
  const { most = linesMax, canBeEmpty = false } = props
  const { list, addButton, focusNext } = useLineFocus(lines)
  const errorId = useId()
  const pasted = usePastedLines({
    lines,
    replace,
    focusNext,
    room: most - lines.length,
    toLine: (text) => text,
  })

  function addAt(index: number) {
    focusNext(index)
    add(index)
  }
  function removeAt(index: number) {
    focusNext(index - 1)
    remove(index)
  }
  function goOnFrom(index: number) {
    if (lines.length < most) addAt(index + 1)
  }

  return (
    <fieldset className={styles.field} aria-describedby={error ? errorId : undefined}>
      <legend className={styles.legend}>{title}</legend>
      <Stack gap="xs">
        <ul className={styles.lines} ref={list}>
          {lines.map((_, index) => (
            // A line has no id: the form stores the lines by index.
            <li key={index}>
              <Group gap="xs" wrap="nowrap" align="flex-start">
                <Textarea
                  autosize
                  flex={1}
                  aria-label={`${title}, line ${index + 1}`}
                  {...lineProps(index)}
                  onPaste={(event) => pasted.paste(event, index)}
                  onKeyDown={(event) => {
                    pasted.undoByKey(event)
                    handleEnter(event, () => goOnFrom(index))
                  }}
                />
                {(lines.length > 1 || canBeEmpty) && (
                  <ActionIcon
                    color="gray"
                    aria-label={`Remove line ${index + 1} of ${title}`}
                    onClick={() => removeAt(index)}
                  >
                    <CloseIcon />
                  </ActionIcon>
                )}
              </Group>
            </li>
          ))}
        </ul>
        {error && (
          <Input.Error id={errorId} size="md" role="alert">
            {error}
          </Input.Error>
        )}
        <Group gap="xs">
          <Button
            ref={addButton}
            variant="default"
            leftSection={<PlusIcon />}
            disabled={lines.length >= most}
            onClick={() => addAt(lines.length)}
          >
            Add a line<VisuallyHidden> to {title}</VisuallyHidden>
          </Button>
          {pasted.undo && (
            <Button variant="subtle" onClick={pasted.undo}>
              Undo the paste
            </Button>
          )}
        </Group>
      </Stack>
    </fieldset>
  )
}
