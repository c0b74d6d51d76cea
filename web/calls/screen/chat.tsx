import { Button, Card, Group, ScrollArea, Stack, Text, Textarea, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type Ref, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { listCallChat } from '#contract/calls/call-record.ts'
import { formatCount } from '#contract/kit/text/plural.ts'
import { chatLineMaxLength } from '#contract/limits/calls.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { handleEnter } from '#web/kit/form/fields/line-focus.ts'
import { toastError } from '#web/kit/page/overlays/toast.ts'
import { ChatText } from '#web/kit/ui/text/chat-text.tsx'
import type { CallRole, Participants } from '../api.ts'
import type { Call } from '../call.ts'
import { isCallUnavailable } from '../call-state.ts'

type Props = {
  call: Call
  role: CallRole
  room: string
  people: Participants
  card: Ref<HTMLDivElement>
}

/** The chat of a call: stored messages and new ones. */
export function Chat({ call, role, room, people, card }: Props) {
  const { heard, canWrite, place } = useStore(call.store)
  const stored = useStoredChat(call, role, room)
  // An interruption of the call takes neither the field nor what is written in it.
  const [hasBegun, setBegun] = useState(canWrite)
  if (canWrite && !hasBegun) setBegun(true)

  const lines = [
    ...stored.lines.map((line) => ({ who: line.person.name, text: line.text })),
    ...heard.slice(stored.heard).map((line) => ({
      who: people[line.isMine ? role : role === 'student' ? 'reviewer' : 'student'].name,
      text: line.text,
    })),
  ]
  if (isCallUnavailable(place)) return null
  return (
    <Card withBorder ref={card}>
      <Stack gap={8}>
        <Title order={2}>Chat</Title>
        <Lines lines={lines} />
        {hasBegun ? (
          <MessageForm call={call} canWrite={canWrite} />
        ) : (
          <Text c="dimmed">You can write once the call has begun.</Text>
        )}
      </Stack>
    </Card>
  )
}

/** The stored messages, and how many of the call's `heard` are among them. */
function useStoredChat(call: Call, role: CallRole, room: string) {
  const { heard, canWrite } = useStore(call.store)
  const { data, refetch } = useQuery({
    queryKey: [listCallChat[role].path, room],
    queryFn: async ({ signal }) => {
      // A message is stored before it is sent to the other page.
      const stored = call.store.getState().heard.length
      const query = { id: room }
      const { data: lines } = await callApi(listCallChat[role], { query }, { signal })
      return { lines, heard: stored }
    },
    // The count of heard messages starts anew with each call.
    gcTime: 0,
  })
  // A message may have been lost with the previous connection, or heard only after it was fetched.
  useEffect(() => {
    if (canWrite) void refetch()
  }, [canWrite, heard.length, refetch])
  return data ?? { lines: [], heard: 0 }
}

function Lines({ lines }: { lines: { who: string; text: string }[] }) {
  const view = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (lines.length > 0) view.current?.scrollTo({ top: view.current.scrollHeight })
  }, [lines.length])
  if (lines.length === 0) return null
  return (
    <ScrollArea.Autosize
      mah={240}
      viewportRef={view}
      // Focusable, so that it can be scrolled by keyboard.
      viewportProps={{ tabIndex: 0 }}
    >
      <Stack
        component="ul"
        gap={8}
        py={8}
        aria-label="Chat"
        aria-live="polite"
        style={{ overflowWrap: 'anywhere' }}
      >
        {lines.map(({ who, text }, index) => (
          <li key={index}>
            <strong>{who}</strong> <ChatText>{text}</ChatText>
          </li>
        ))}
      </Stack>
    </ScrollArea.Autosize>
  )
}

function MessageForm({ call, canWrite }: { call: Call; canWrite: boolean }) {
  const [text, setText] = useState('')
  const [isSending, setSending] = useState(false)

  async function send() {
    if (text.trim() === '' || !canWrite || isSending) return
    setSending(true)
    const refusal = await call.say(text.trim())
    setSending(false)
    if (refusal) toastError(refusal)
    // What was written meanwhile stays.
    else setText((now) => (now === text ? '' : now))
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void send()
  }

  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="end" wrap="nowrap">
        <Textarea
          label="Message"
          description={canWrite ? cutNotice(text) : 'You can send it once the call has resumed.'}
          flex={1}
          autosize
          minRows={1}
          maxRows={6}
          autoComplete="off"
          maxLength={chatLineMaxLength}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={(event) => !event.shiftKey && handleEnter(event, send)}
        />
        <Button type="submit" variant="default" loading={isSending} disabled={!canWrite}>
          Send
        </Button>
      </Group>
    </form>
  )
}

/** Says that the field takes no more: what was pasted may be longer. */
function cutNotice(text: string): string | undefined {
  return text.length < chatLineMaxLength
    ? undefined
    : `A message has at most ${formatCount(chatLineMaxLength, 'character', 'characters')}. Send the rest in another one.`
}
