import { Anchor, Card, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { PersonDetails } from '#contract/people.ts'
import { DescriptionList } from '#web/kit/list/description-list.tsx'
import { formatFullDate } from '#web/kit/ui/dates/dates.ts'
import { paths } from '#web/paths.ts'

/** A person's profile, and links to their part of the audit log. */
export function About({
  person: { email, isProfileVerified, profile },
}: {
  person: PersonDetails
}) {
  const { dob, age, gender, shownNumber, address, qualification } = profile
  const born = dob === null ? '–' : formatFullDate(dob)
  return (
    <Card component="section" withBorder aria-labelledby="about">
      <Title order={2} mb="md" id="about">
        Profile
      </Title>
      <DescriptionList
        facts={{
          ...(isProfileVerified && {
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
          }),
          Changes: (
            <Anchor component={Link} to={paths.auditLog(email)} inherit underline="always">
              See the audit log
            </Anchor>
          ),
        }}
      />
    </Card>
  )
}
