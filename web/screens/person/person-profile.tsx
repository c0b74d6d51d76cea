import type { PersonDetails } from '#contract/people/people.ts'
import { DescriptionList } from '#web/kit/list/description-list.tsx'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { formatFullDate } from '#web/kit/ui/dates/dates.ts'

/** The profile that a person has filled in; nothing before that, and for admins. */
export function PersonProfile({
  person: { role, isProfileVerified, profile },
}: {
  person: PersonDetails
}) {
  if (!isProfileVerified || role === 'admin') return null
  const { dob, age, gender, shownNumber, address, qualification } = profile
  const born = dob === null ? '–' : formatFullDate(dob)
  return (
    <SectionCard id="about" title="Profile">
      <DescriptionList
        facts={{
          'Mobile number': shownNumber ? (
            <a href={`tel:${shownNumber}`} style={{ color: 'inherit' }}>
              {shownNumber}
            </a>
          ) : (
            '–'
          ),
          Address: address ?? '–',
          'Date of birth': age === null ? born : `${born} (age ${age})`,
          Gender: gender ?? '–',
          'Educational qualification': qualification ?? '–',
        }}
      />
    </SectionCard>
  )
}
