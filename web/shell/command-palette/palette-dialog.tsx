import { Button, Group, Modal, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { getManualPath, manualPages, manualTitles } from '#contract/kit/manual.ts'
import type { Role } from '#contract/roles.ts'
import { autoFocusProps } from '#web/kit/page/overlays/dialogs.ts'
import { SearchIcon } from '#web/kit/ui/icons/icons.tsx'
import { useDialogTransition } from '#web/shell/dialog-transition.ts'
import { takeBufferedText } from './early-typing.ts'
import { getFilteredListChoices } from './filtered-list-choices.ts'
import styles from './palette-dialog.module.css'
import { sortByRank } from './rank.ts'
import { ResultList } from './result-list.tsx'
import { destinations, goKey } from './shortcuts/shortcuts.ts'
import { useActions } from './use-actions.ts'
import { type Choice, useSearchResults } from './use-search-results.ts'

/** The debounce before the server is searched, in ms. */
const pauseMs = 150

/** The dialog would focus it only after it has been shown: letters typed until then were lost. */
const focusAtOnce = (field: HTMLElement | null) => field?.focus()

type Props = { role: Role; close: () => void; showKeys: () => void }

/**
 * The command palette: finds screens, people, reviews, tasks, actions and manual pages that the
 * role may see.
 */
export function PaletteDialog({ role, close, showKeys }: Props) {
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const searchQuery = typed.trim()
  const [asked] = useDebouncedValue(searchQuery, pauseMs)
  const navigate = useNavigate()
  const id = useId()

  const screens = destinations[role].map(
    ({ label, to, key, also }): Choice => ({
      group: 'Screens',
      label,
      also,
      note: `${goKey} ${key}`,
      to,
    }),
  )
  const actions = useActions(role, showKeys)
  // Before anything is typed, screens and actions are enough.
  const known = [...screens, ...(searchQuery ? getFilteredListChoices(role) : []), ...actions]
  const { found, isComing, failed } = useSearchResults(role, searchQuery && asked)
  const isOutdated = isComing || asked !== searchQuery
  // Last: a screen comes before a manual page of the same name.
  const pages = searchQuery ? sortByRank(getManualChoices(role), searchQuery) : []
  const choices = [...sortByRank(known, searchQuery), ...pages, ...found]
  const present = Math.min(active, choices.length - 1)

  function choose(choice: Choice) {
    close()
    if ('act' in choice) choice.act()
    else navigate(choice.to)
  }

  // Enter was pressed before the results of the text: the first one is opened when it arrives.
  const [chosenFor, setChosenFor] = useState('')
  const [first] = choices
  useEffect(() => {
    if (first && !isOutdated && searchQuery && chosenFor === searchQuery) choose(first)
  })

  /** Whether a result of an earlier text stands first, and nobody has moved to it. */
  const isUnseen = (choice: Choice) => isOutdated && active === 0 && found.includes(choice)

  function press(event: KeyboardEvent) {
    // Enter ends the composition of an input method.
    if (event.nativeEvent.isComposing) return
    const choice = choices[present]
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && choices.length > 0) setActive((present + step + choices.length) % choices.length)
    else if (event.key === 'Enter' && choice && !isUnseen(choice)) choose(choice)
    else if (event.key === 'Enter' && searchQuery) setChosenFor(searchQuery)
    else return
    event.preventDefault()
  }

  const count = choices.length
  const hasAnswer = count > 0 || !failed
  return (
    <Modal
      opened
      onClose={close}
      title="Find anything"
      size={600}
      centered={false}
      returnFocus={false}
      fullScreen={useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false })}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ body: styles.body ?? '' }}
      {...useDialogTransition()}
    >
      <TextInput
        aria-label="Find anything"
        placeholder="A screen, a person, a review, a task …"
        role="combobox"
        aria-expanded={count > 0}
        aria-controls={count > 0 ? `${id}-list` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={count > 0 ? `${id}-${present}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        {...autoFocusProps}
        ref={focusAtOnce}
        leftSection={<SearchIcon />}
        // Its code may have loaded while somebody typed.
        onFocus={() => {
          const kept = takeBufferedText()
          setTyped((before) => before + kept)
        }}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setActive(0)
        }}
        onKeyDown={press}
      />
      {hasAnswer && <ResultList id={id} choices={choices} present={present} choose={choose} />}
      {failed && <SearchFailure retry={failed.retry} />}
      <VisuallyHidden role="status">
        {searchQuery && hasAnswer && `${count === 0 ? 'Nothing' : count} found`}
      </VisuallyHidden>
    </Modal>
  )
}

function SearchFailure({ retry }: { retry: () => void }) {
  return (
    <Group role="alert" justify="center" py="sm">
      <Text>Not everything could be searched.</Text>
      <Button
        variant="default"
        onClick={({ currentTarget }) => {
          currentTarget.closest('[role=dialog]')?.querySelector('input')?.focus()
          retry()
        }}
      >
        Try again
      </Button>
    </Group>
  )
}

/** The pages of the manual, the role's own guide first. */
function getManualChoices(role: Role): Choice[] {
  return [...new Set([`guide/${role}` as const, ...manualPages])].map((page) => ({
    group: 'Manual',
    label: manualTitles[page],
    also: `manual guide help docs documentation ${page.replace('/', ' ')}`,
    to: getManualPath(page),
  }))
}
