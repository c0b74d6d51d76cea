/** A text of the specification, and beneath it what makes it of use to whoever reads it. */
export function TwoLines({ text, more }: { text: string; more: string | undefined }) {
  if (more === undefined || more === text) return text
  return (
    <>
      <span style={{ display: 'block' }}>{text}</span>
      <span style={{ display: 'block' }}>{more}</span>
    </>
  )
}
