export function PeopleListPage(_props: { listed: 'student' | 'advisor' | 'reviewer' }) {
  return null
}
