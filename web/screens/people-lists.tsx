import { PeopleListPage } from './people-list-page.tsx'

export function StudentListPage() {
  return <PeopleListPage key="student" listed="student" />
}

export function AdvisorListPage() {
  return <PeopleListPage key="advisor" listed="advisor" />
}

export function AdminListPage() {
  return <PeopleListPage key="admin" listed="admin" />
}

export function ReviewerListPage() {
  return <PeopleListPage key="reviewer" listed="reviewer" />
}
