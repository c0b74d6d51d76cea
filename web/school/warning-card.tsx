import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { SectionCard } from '#web/kit/page/section-card.tsx'

/** A warning about the server on the admin's home. */
export function WarningCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <SectionCard title={title}>
      <Text>{children}</Text>
    </SectionCard>
  )
}

/** For the server's operator: behind an untrusted proxy all people share one rate limit. */
export function ProxyWarning() {
  return (
    <WarningCard title="All visitors look like one to the server">
      You reach Weekward through a proxy that the server is not set to trust: ten wrong passwords by
      one person can lock out everyone else. The server administrator sets TRUST_PROXY to the
      address of the proxy, as the README shows.
    </WarningCard>
  )
}
