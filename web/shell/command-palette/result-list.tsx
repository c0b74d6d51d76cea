import { Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import styles from './palette-dialog.module.css'
import type { Choice } from './use-search-results.ts'

type Props = {
  id: string
  choices: Choice[]
  present: number
  choose: (choice: Choice) => void
}

/** The results in groups; the highlighted one is opened by Enter, any by a click. */
export function ResultList({ id, choices, present, choose }: Props) {
  const option = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // For the first result, scrolls to its group's heading.
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
              // The field keeps the focus and handles the keys.
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
