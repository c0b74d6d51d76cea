import { CopyField } from '#web/kit/page/copy-field.tsx'

/** The link of an invitation, for an admin to hand over where mail does not arrive. */
export function InviteLink({ name, url }: { name: string; url: string }) {
  return (
    <CopyField
      label={`Invitation link for ${name}`}
      value={url}
      hint="It is in the invitation’s mail too. Hand it over yourself where mail does not arrive."
    />
  )
}
