import { Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import styles from './palette-dialog.module.css'
import type { Choice } from './use-results.ts'

type Props = {
  id: string
  choices: Choice[]
  present: number
  choose: (choice: Choice) => void
}

/** What was found, in groups; the present one is seen, and is chosen by Enter or a press. */
export function ResultList({ id, choices, present, choose }: Props) {
  const option = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The first one with its group's name.
    const seen = present === 0 ? option.current?.parentElement : option.current
    seen?.scrollIntoView?.({ block: 'nearest' })
  }, [present])

  const groups = [...new Set(choices.map(({ group }) => group))]
  if (choices.length === 0) {
    return (
      <Text c="dimmed" ta="center" py="xl">
        No results. Try part of a name, or a week.
      </Text>
    )
  }
  return (
    <div className={styles.list} role="listbox" id={`${id}-list`} aria-label="Found">
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox.
        <div key={group} role="group" aria-label={group}>
          <div className={styles.group} aria-hidden="true">
            {group}
          </div>
          {choices.map((choice, index) =>
            choice.group === group ? (
              // The field keeps the focus, and has the keys for all of them.
              // biome-ignore lint/a11y/useFocusableInteractive: it is the active descendant of the field.
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field presses it by Enter.
              <div
                key={index}
                ref={index === present ? option : undefined}
                role="option"
                id={`${id}-${index}`}
                aria-selected={index === present}
                className={styles.option}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(choice)}
              >
                <span>{choice.label}</span>
                {choice.note && (
                  <span className={choice.group === 'Screens' ? styles.keys : styles.note}>
                    {choice.note}
                  </span>
                )}
              </div>
            ) : null,
          )}
        </div>
      ))}
    </div>
  )
}
