import { Group } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { ListedMail } from '#contract/mails.ts'
import type { Column } from '#web/kit/list/columns.ts'
import type { Sorting } from '#web/kit/list/sort.ts'
import { TableOrCards } from '#web/kit/list/table-or-cards.tsx'
import { useNow } from '#web/kit/live/now.ts'
import { formatFullInstant } from '#web/kit/ui/dates/dates.ts'
import { StatePill } from '#web/kit/ui/states/state-pill.tsx'
import { Email } from '#web/kit/ui/text/email.tsx'
import { TruncatedText } from '#web/kit/ui/text/truncated-text.tsx'
import { paths } from '#web/paths.ts'
import {
  formatTries,
  formatWrittenAt,
  getMailTime,
  isWrittenToFile,
  stateLabels,
} from './format.ts'
import styles from './mail-table.module.css'
import { getButtonId, SendAgainButton } from './send-again-button.tsx'

type Props = { mails: ListedMail[]; timeZone: string; sorting: Sorting }

/** The mails with their states, and a button to send a mail again. */
export function MailTable({ mails, timeZone, sorting }: Props) {
  const [sent, setSent] = useState<string>()
  useKeptFocus(mails, sent)
  const columns = useMemo(() => columnsFor(timeZone, setSent), [timeZone])
  return (
    <TableOrCards
      label="Emails"
      items={mails}
      getKey={getKey}
      columns={columns}
      sorting={sorting}
    />
  )
}

const getKey = (mail: ListedMail) => mail._id

/**
 * Keeps the focus on the button of the mail that is sent again, even if it moves to another row; on
 * the heading while the mail is not in the list, unless the focus has moved elsewhere.
 */
function useKeptFocus(mails: ListedMail[], sent: string | undefined): void {
  useEffect(() => {
    const heading = document.querySelector('h1')
    const { activeElement } = document
    if (sent === undefined || (activeElement !== document.body && activeElement !== heading)) return
    const button = document.getElementById(getButtonId(sent))
    ;(button ?? heading)?.focus()
  }, [mails, sent])
}

function columnsFor(timeZone: string, sent: (mail: string) => void): Column<ListedMail>[] {
  return [
    {
      header: 'To',
      cell: (mail) => <To mail={mail} />,
      width: 190,
      preferredWidth: 248,
      sort: 'to',
      card: 'title',
    },
    {
      header: 'Email',
      cell: (mail, _, left) => (
        <div className={styles.whole}>
          {mail.subject}
          {left.has(answerHeader) && wentWrong(mail) && (
            <span className={styles.small}>{mail.answer}</span>
          )}
        </div>
      ),
      onCard: ({ subject }) => <Whole text={subject} />,
      width: 124,
      preferredWidth: 216,
      grows: true,
      sort: 'subject',
      card: 'fact',
    },
    {
      header: 'Written',
      cell: ({ at }) => <Written at={at} timeZone={timeZone} />,
      width: 140,
      priority: 'low',
      sort: 'date',
    },
    {
      header: 'State',
      cell: (mail, _, left) => (
        <div className={styles.state}>
          <State mail={mail} timeZone={timeZone} />
          {left.has('Written') && (
            <span className={styles.small}>
              <Written at={mail.at} timeZone={timeZone} />
            </span>
          )}
        </div>
      ),
      onCard: (mail) => (
        <Group gap="xs">
          <State mail={mail} timeZone={timeZone} />
          <Written at={mail.at} timeZone={timeZone} />
        </Group>
      ),
      width: 176,
      sort: 'state',
      card: 'fact',
    },
    {
      header: answerHeader,
      cell: (mail) => <ServersAnswer mail={mail} />,
      onCard: (mail) => mail.answer && <AnswerOnCard mail={mail} answer={mail.answer} />,
      width: 208,
      grows: true,
      priority: 'medium',
      sort: 'answer',
      card: 'fact',
    },
    {
      header: 'Action',
      cell: (mail) => (mail.canSendAgain ? <SendAgainButton mail={mail} sent={sent} /> : '–'),
      onCard: (mail) => mail.canSendAgain && <SendAgainButton mail={mail} sent={sent} />,
      width: 116,
      card: 'action',
    },
  ]
}

const answerHeader = 'Server response'

/** Whether the server's answer is an error or explains a delay. */
function wentWrong({ state, answer }: ListedMail): boolean {
  return answer !== null && (state === 'failed' || state === 'waiting')
}

/** Errors in full; other answers as in the table. */
function AnswerOnCard({ mail, answer }: { mail: ListedMail; answer: string }) {
  return wentWrong(mail) ? <Whole text={answer} /> : <ServersAnswer mail={mail} />
}

/** Text on a card that wraps. */
const Whole = ({ text }: { text: string }) => (
  <span style={{ overflowWrap: 'anywhere' }}>{text}</span>
)

/** Why a mail was not delivered, in full. */
function ServersAnswer({ mail }: { mail: ListedMail }) {
  const { answer } = mail
  if (answer === null) return '–'
  // The state says so, and no server has answered.
  if (isWrittenToFile(mail)) return '–'
  return wentWrong(mail) ? (
    <p className={styles.whole}>{answer}</p>
  ) : (
    <TruncatedText text={answer} lines={2} />
  )
}

/** The recipient: the name, as a link if the person is known, and the address below. */
function To({ mail: { to, person } }: { mail: ListedMail }) {
  if (!person) return <Email address={to} />
  return (
    <Link to={paths.person(person.role, person._id)} className={styles.to}>
      <span className={styles.name}>
        <TruncatedText text={person.name} />
      </span>
      <span className={styles.small}>
        <Email address={to} />
      </span>
    </Link>
  )
}

/** When it was written: the time today, otherwise the date; the full time as a tooltip. */
function Written({ at, timeZone }: { at: string; timeZone: string }) {
  const now = useNow()
  const instant = Date.parse(at)
  return (
    <time dateTime={at} title={formatFullInstant(instant, timeZone)}>
      {formatWrittenAt(instant, now, timeZone)}
    </time>
  )
}

/** The state; since when, how often it was tried or which file it is in, as a tooltip. */
function State({ mail, timeZone }: { mail: ListedMail; timeZone: string }) {
  const { state, tries, answer } = mail
  const isInFile = isWrittenToFile(mail)
  const how = isInFile ? answer : `${formatTries(tries)}.`
  return (
    <span title={`${getMailTime(mail, useNow(), timeZone)}. ${how}`}>
      <StatePill sign={signs[state]} {...(state === 'failed' && { colour: 'red' })}>
        {isInFile ? 'Written to a file' : stateLabels[state]}
      </StatePill>
    </span>
  )
}

const signs = { waiting: 'empty', sent: 'full', failed: 'full', dropped: 'half' } as const
