import { Anchor, Group } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { writtenToFile } from '#contract/kit/mail-kind.ts'
import type { ListedMail } from '#contract/mails.ts'
import type { Column } from '#web/kit/list/columns.ts'
import type { Sorting } from '#web/kit/list/sort.ts'
import { TableOrCards } from '#web/kit/list/table-or-cards.tsx'
import { useNow } from '#web/kit/live/now.ts'
import { Clipped } from '#web/kit/look/clipped.tsx'
import { wholeInstant } from '#web/kit/look/dates.ts'
import { StatePill } from '#web/kit/look/states/state-pill.tsx'
import { pathOfPerson } from '#web/paths.ts'
import styles from './mail-table.module.css'
import { buttonOf, SendAgain } from './send-again.tsx'
import { stateWords, triesInWords, whenOf, writtenInWords } from './words.ts'

type Props = { mails: ListedMail[]; timeZone: string; sorting: Sorting }

/** Mails with what became of each, and a button where one can be sent again. */
export function MailTable({ mails, timeZone, sorting }: Props) {
  const [sent, setSent] = useState<string>()
  useKeptFocus(mails, sent)
  const columns = useMemo(() => columnsFor(timeZone, setSent), [timeZone])
  return (
    <TableOrCards label="Mails" items={mails} keyOf={keyOf} columns={columns} sorting={sorting} />
  )
}

const keyOf = (mail: ListedMail) => mail._id

/**
 * Gives the focus to the button of the mail that goes out, which may have taken another one's place;
 * where that is not in the list, to the heading, until it is or somebody has moved on.
 */
function useKeptFocus(mails: ListedMail[], sent: string | undefined): void {
  useEffect(() => {
    const heading = document.querySelector('h1')
    const { activeElement } = document
    if (sent === undefined || (activeElement !== document.body && activeElement !== heading)) return
    const button = document.getElementById(buttonOf(sent))
    ;(button ?? heading)?.focus()
  }, [mails, sent])
}

function columnsFor(timeZone: string, sent: (mail: string) => void): Column<ListedMail>[] {
  return [
    {
      header: 'To',
      cell: (mail) => <To mail={mail} />,
      ...{ width: 168, grows: true, sort: 'to', card: 'title' },
    },
    {
      header: 'Mail',
      cell: ({ subject }) => subject,
      ...{ width: 184, priority: 'high', sort: 'subject', card: 'fact' },
    },
    {
      header: 'Written',
      cell: ({ at }) => <Written at={at} timeZone={timeZone} />,
      ...{ width: 140, priority: 'low', sort: 'date' },
    },
    {
      header: 'State',
      cell: (mail) => <State mail={mail} timeZone={timeZone} />,
      onCard: (mail) => (
        <Group gap="xs">
          <State mail={mail} timeZone={timeZone} />
          <Written at={mail.at} timeZone={timeZone} />
        </Group>
      ),
      ...{ width: 176, sort: 'state', card: 'fact' },
    },
    {
      header: 'Server’s answer',
      cell: (mail) => <ServersAnswer mail={mail} />,
      onCard: ({ answer }) => answer,
      ...{ width: 208, grows: true, priority: 'medium', sort: 'answer', card: 'fact' },
    },
    {
      header: 'Action',
      cell: (mail) => (mail.canSendAgain ? <SendAgain mail={mail} sent={sent} /> : '–'),
      onCard: (mail) => mail.canSendAgain && <SendAgain mail={mail} sent={sent} />,
      ...{ width: 116, card: 'action' },
    },
  ]
}

/** Why a mail was not delivered is to be read as a whole; where a file stands, is told to a pointer. */
function ServersAnswer({ mail: { answer, state } }: { mail: ListedMail }) {
  if (answer === null) return '–'
  if (answer.startsWith(writtenToFile)) return <span title={answer}>File</span>
  return state === 'failed' ? <p className={styles.whole}>{answer}</p> : <Clipped text={answer} />
}

/** Whom it is for: the name where there is one, which leads to them, and the address. */
function To({ mail: { to, person } }: { mail: ListedMail }) {
  const said = <Clipped text={person ? `${person.name}, ${to}` : to} />
  const path = person && pathOfPerson(person)
  if (!path) return said
  return (
    <Anchor component={Link} to={path} inherit underline="always">
      {said}
    </Anchor>
  )
}

/** When it was written: today by the time, else by the day alone; the whole on hover. */
function Written({ at, timeZone }: { at: string; timeZone: string }) {
  const now = useNow()
  const instant = Date.parse(at)
  return (
    <time dateTime={at} title={wholeInstant(instant, timeZone)}>
      {writtenInWords(instant, now, timeZone)}
    </time>
  )
}

/** What became of it; since when, and how often it was tried, is told to a pointer that rests on it. */
function State({ mail, timeZone }: { mail: ListedMail; timeZone: string }) {
  const { state, tries } = mail
  return (
    <span title={`${whenOf(mail, useNow(), timeZone)}. ${triesInWords(tries)}.`}>
      <StatePill sign={signs[state]} {...(state === 'failed' && { colour: 'red' })}>
        {stateWords[state]}
      </StatePill>
    </span>
  )
}

const signs = { waiting: 'empty', sent: 'full', failed: 'full', dropped: 'half' } as const
