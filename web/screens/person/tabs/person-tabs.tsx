import { Stack, Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { useUrlQuery } from '#web/kit/list/filter/filter.ts'

const overview = 'overview'
const labels = {
  overview: 'Overview',
  progress: 'Progress',
  mails: 'Emails',
  sessions: 'Sessions',
  changes: 'Changes',
}
type Tab = keyof typeof labels
const allTabs = Object.keys(labels) as Tab[] // An object has just the keys of its own type here.

/**
 * The parts of a person's page, without those that are false. The address has the open one; the
 * others are loaded when they are opened.
 */
export function PersonTabs(parts: Record<Tab, ReactNode>) {
  const { params, change } = useUrlQuery()
  const tabs = allTabs.filter((tab) => parts[tab] !== false)
  const open = tabs.find((tab) => tab === params.get('tab')) ?? overview
  return (
    <Tabs
      value={open}
      keepMounted={false}
      onChange={(tab) =>
        change((present) => {
          // What sorts and filters the lists of one tab is of no use to another.
          for (const name of [...present.keys()]) present.delete(name)
          if (tab !== null && tab !== overview) present.set('tab', tab)
        })
      }
    >
      <Tabs.List>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab} value={tab} px="sm" mih="var(--control)">
            {labels[tab]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab} value={tab} pt="lg">
          <Stack gap="lg">{parts[tab]}</Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
