import { LinkedText } from './linked-text.tsx'

/** A chat message in its own direction, with its lines and links. */
export function ChatText({ children }: { children: string }) {
  return (
    <bdi style={{ whiteSpace: 'pre-wrap' }}>
      <LinkedText>{children}</LinkedText>
    </bdi>
  )
}
