import { useScrollSpy } from '@mantine/hooks'
import { Link } from 'react-router'
import { ManualList } from './manual-list.tsx'

/** The headings of the text, with the current one marked; nothing for fewer than two. */
export function OnThisPage() {
  const { data, active } = useScrollSpy({ selector: '.markdown :is(h2, h3)' })
  if (data.length < 2) return null
  return (
    <ManualList label="On this page">
      {data.map(({ id, value, depth }, index) => (
        <li key={id} data-depth={depth}>
          <Link to={`#${id}`} aria-current={index === active ? 'location' : undefined}>
            {value}
          </Link>
        </li>
      ))}
    </ManualList>
  )
}
