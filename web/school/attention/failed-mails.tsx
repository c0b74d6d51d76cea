import { Link } from 'react-router'
import { formatCount } from '#contract/kit/text/plural.ts'
import { type ListedMail, listMails } from '#contract/mails.ts'
import { usePaginatedList } from '#web/kit/api/hooks.ts'
import { paths } from '#web/paths.ts'
import { AttentionCard, AttentionRow } from './attention-card.tsx'
import { ShowMore } from './show-more.tsx'

/** The undelivered mails, and why they failed. */
export function FailedMails({ count }: { count: number }) {
  const list = usePaginatedList(listMails, { query: { state: 'failed' } })
  return (
    <AttentionCard
      title={
        <Link to={paths.mailsIn('failed')}>
          {formatCount(count, 'mail was', 'mails were')} not delivered
        </Link>
      }
    >
      <ShowMore label="Mails not delivered" list={list} getKey={getKey}>
        {drawMail}
      </ShowMore>
    </AttentionCard>
  )
}

const getKey = ({ _id }: ListedMail) => _id

function drawMail({ to, person, subject, answer }: ListedMail) {
  const facts = [subject, answer].filter(Boolean).join(': ')
  const path = person ? paths.person(person.role, person._id) : paths.mailsTo(to)
  return <AttentionRow name={person?.name ?? to} to={path} facts={facts} />
}
