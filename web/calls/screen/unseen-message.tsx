import { Button, Card, Group, Text } from '@mantine/core'
import { type RefObject, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { ChatText } from '#web/kit/ui/text/chat-text.tsx'
import type { Call } from '../call.ts'

type Props = { call: Call; from: string; chat: RefObject<HTMLElement | null> }

/** The other person's last message while the chat is out of view, such as in full screen. */
export function UnseenMessage({ call, from, chat }: Props) {
  const { heard } = useStore(call.store)
  const isInView = useIsInView(chat)
  const [seen, setSeen] = useState(heard.length)
  if (isInView && seen !== heard.length) setSeen(heard.length)
  const last = isInView ? undefined : heard.slice(seen).findLast(({ isMine }) => !isMine)

  async function show(): Promise<void> {
    if (document.fullscreenElement) await document.exitFullscreen()
    chat.current?.scrollIntoView({ block: 'center' })
    chat.current?.querySelector('textarea')?.focus({ preventScroll: true })
  }

  if (!last) return null
  return (
    <Card
      withBorder
      shadow="md"
      p="sm"
      pos="fixed"
      bottom={16}
      left={16}
      right={16}
      maw={480}
      mx="auto"
      style={{ zIndex: 1, color: 'var(--mantine-color-text)' }}
    >
      <Group wrap="nowrap" justify="space-between">
        <Text lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          <strong>{from}</strong> <ChatText>{last.text}</ChatText>
        </Text>
        <Button variant="default" onClick={show} flex="none">
          Show chat
        </Button>
      </Group>
    </Card>
  )
}

/** Whether at least half of an element is on the screen, and nothing else fills the screen. */
function useIsInView(element: RefObject<HTMLElement | null>): boolean {
  const [isOnScreen, setOnScreen] = useState(true)
  const [isCovered, setCovered] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      (entries) => setOnScreen(entries.at(-1)?.isIntersecting ?? false),
      { threshold: 0.5 },
    )
    observer.observe(element.current)
    const fullScreenChanged = () => setCovered(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', fullScreenChanged)
    return () => {
      observer.disconnect()
      document.removeEventListener('fullscreenchange', fullScreenChanged)
    }
  }, [])
  return isOnScreen && !isCovered
}
