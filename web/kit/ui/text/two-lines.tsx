/** A text of the specification, with a more helpful one below it. */
export function TwoLines({ text, more }: { text: string; more: string | undefined }) {
  if (more === undefined || more === text) return text
  return (
    <>
      <span style={{ display: 'block' }}>{text}</span>
      <span style={{ display: 'block' }}>{more}</span>
    </>
  )
}
