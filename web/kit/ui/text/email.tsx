import { TruncatedText } from './truncated-text.tsx'

/** An address, which goes on in a second line at its '@' before it is shortened. */
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
