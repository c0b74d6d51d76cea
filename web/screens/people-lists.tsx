import { PeopleListPage } from './people-list-page.tsx'

export function StudentListPage() {
  return <PeopleListPage key="student" listed="student" />
}

export function AdvisorListPage() {
  return <PeopleListPage key="advisor" listed="advisor" />
}

export function ReviewerListPage() {
  return <PeopleListPage key="reviewer" listed="reviewer" />
}
