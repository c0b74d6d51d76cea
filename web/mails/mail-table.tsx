import { Badge, Text } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import type { ListedMail } from '#contract/mails.ts'
import { type Column, TableOrCards } from '#web/kit/list/table-or-cards.tsx'
import { instantInWords } from '#web/kit/look/dates.ts'
import { buttonOf, SendAgain } from './send-again.tsx'
import { stateWords, triesInWords, whenOf } from './words.ts'

type Props = { mails: ListedMail[]; timeZone: string }

/** Mails with what became of each, and a button where one can be sent again. */
export function MailTable({ mails, timeZone }: Props) {
  const [sent, setSent] = useState<string>()
  useKeptFocus(mails, sent)
  const columns = useMemo(() => columnsFor(timeZone, setSent), [timeZone])
  return <TableOrCards label="Mails" items={mails} keyOf={keyOf} columns={columns} />
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
      header: 'Mail',
      cell: ({ subject, at }) => (
        <Lines first={subject} more={[instantInWords(Date.parse(at), timeZone)]} />
      ),
    },
    {
      header: 'To',
      width: '20%',
      cell: ({ to, person }) =>
        person ? <Lines first={person.name} more={[to]} /> : <Lines first={to} />,
    },
    {
      header: 'State',
      width: 208,
      cell: (mail) => <State mail={mail} timeZone={timeZone} />,
    },
    { header: 'Server’s answer', width: '24%', cell: ({ answer }) => <Answer text={answer} /> },
    {
      header: 'Action',
      width: 124,
      cell: (mail) => (mail.canSendAgain ? <SendAgain mail={mail} sent={sent} /> : '–'),
    },
  ]
}

const anywhere = { overflowWrap: 'anywhere' } as const

/** What matters, and small beneath it what is good to know. */
function Lines({ first, more = [] }: { first: string; more?: string[] }) {
  return (
    <>
      <Text component="div" inherit style={anywhere}>
        {first}
      </Text>
      {more.map((line) => (
        <Text key={line} component="div" size="sm" c="dimmed" style={anywhere}>
          {line}
        </Text>
      ))}
    </>
  )
}

function State({ mail, timeZone }: { mail: ListedMail; timeZone: string }) {
  const { state, tries } = mail
  return (
    <>
      <Badge
        component="div"
        variant="outline"
        color={state === 'failed' ? 'red' : 'gray'}
        c="inherit"
      >
        {stateWords[state]}
      </Badge>
      <Text component="div" size="sm" c="dimmed">
        {whenOf(mail, timeZone)}
      </Text>
      <Text component="div" size="sm" c="dimmed">
        {triesInWords(tries)}
      </Text>
    </>
  )
}

function Answer({ text }: { text: string | null }) {
  return (
    <Text component="div" size="sm" style={anywhere}>
      {text ?? '–'}
    </Text>
  )
}
