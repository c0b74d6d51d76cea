import { TruncatedText } from './truncated-text.tsx'

/** An email address; it wraps at the '@' before it is truncated. */
export function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  if (at < 0) return <TruncatedText text={address} />
  return (
    <TruncatedText text={address} lines={2}>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </TruncatedText>
  )
}
