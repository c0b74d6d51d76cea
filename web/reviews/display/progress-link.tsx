import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'

/** An own student's name, which leads an advisor to their progress. */
export function ProgressLink({ student }: { student: { _id: string; name: string } }) {
  return (
    <Anchor component={Link} to={paths.studentProgress(student._id)} inherit underline="always">
      {student.name}
    </Anchor>
  )
}
