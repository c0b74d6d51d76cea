import { useNow } from '#web/kit/live/now.ts'
import { PendingHeadline } from '#web/kit/page/pending-headline.tsx'

/** Greets the student by first name, according to the time of day. */
export function Greeting({ name }: { name: string | undefined }) {
  const hour = new Date(useNow()).getHours()
  if (name === undefined) return <PendingHeadline />
  const time = hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
  return `Good ${time}, ${name.split(' ', 1)[0]}`
}
