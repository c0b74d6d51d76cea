import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { type AtRiskCounts, getAtRiskCounts } from '#contract/school/at-risk.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { Loaded } from '#web/kit/page/states.tsx'
import styles from './attention.module.css'
import { attentionSkeleton } from './attention-skeleton.tsx'
import { FailedMails } from './failed-mails.tsx'
import { NotSignedIn } from './not-signed-in.tsx'
import { OverdueByAdvisor } from './overdue-by-advisor.tsx'
import { StudentsAtRisk } from './students-at-risk.tsx'
import { WeeksWithoutTask } from './weeks-without-task.tsx'

type Props = {
  /** How many mails failed for good. */
  mailsFailed: number
  /** Whether the mail server has taken all mails that were due. */
  allMailsSent: boolean
  isRunning: boolean
  /** The content below, rendered together with the cards that would move it. */
  children: ReactNode
}

/** The cards of who needs help, by reason; empty cards are left out. */
export function Attention({ children, ...about }: Props) {
  const query = useApiQuery(getAtRiskCounts)
  return (
    <>
      <Loaded query={query} skeleton={attentionSkeleton}>
        {(need) => (
          <>
            <Parts need={need} {...about} />
            {children}
          </>
        )}
      </Loaded>
      {query.isLoadingError && children}
    </>
  )
}

type PartsProps = Omit<Props, 'children'> & { need: AtRiskCounts }

function Parts({ need, mailsFailed, allMailsSent, isRunning }: PartsProps) {
  const { studentsAtRisk, atRisk, absent, overdueByAdvisor, weeksWithoutTask } = need
  const isAbsent = absent.invited + absent.away > 0
  const isQuiet = studentsAtRisk === 0 && weeksWithoutTask.length === 0 && !isAbsent
  if (isQuiet && mailsFailed === 0) {
    const mails = allMailsSent ? ', and every mail has arrived' : ''
    return isRunning && <Text c="dimmed">Nobody is stuck{mails}.</Text>
  }
  return (
    <>
      {studentsAtRisk > 0 && <StudentsAtRisk students={studentsAtRisk} atRisk={atRisk} />}
      <div className={styles.columns}>
        <Stack gap="lg">
          {overdueByAdvisor.length > 0 && (
            <OverdueByAdvisor rows={overdueByAdvisor} reviews={atRisk.overdue} />
          )}
          {weeksWithoutTask.length > 0 && <WeeksWithoutTask weeks={weeksWithoutTask} />}
          {mailsFailed > 0 && <FailedMails count={mailsFailed} />}
        </Stack>
        {isAbsent && <NotSignedIn absent={absent} />}
      </div>
    </>
  )
}
