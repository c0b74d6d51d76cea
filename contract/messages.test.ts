import { describe, expect, test } from 'vitest'
import { getFieldMessages } from '#test/field-messages.ts'
import {
  blockFailedMessage,
  NewPassword,
  NewPasswordWithConfirmation,
  passwordUpdatedMessage,
  userAddedMessage,
  userBlockedMessage,
} from './accounts/accounts.ts'
import { NewDomain } from './domains/domains.ts'
import { GenericEmail, GenericUrl } from './kit/text/text-schemas.ts'
import { profileUpdatedMessage } from './people/edit-profile.ts'
import {
  MarkInput,
  markUpdatedMessage,
  PendingList,
  pendingTaskUpdatedMessage,
  taskStatusUpdatedMessage,
} from './reviews/marking.ts'
import { reviewStatusUpdatedMessage } from './reviews/reviews.ts'
import { slotBookedMessage } from './reviews/scheduling/booking.ts'
import { slotAddedMessage, slotAddFailedMessage } from './slots/slots.ts'
import {
  addTaskFailedMessage,
  NewTask,
  taskAddedMessage,
  taskEditedMessage,
} from './tasks/tasks.ts'

describe('a new password', () => {
  test.each([
    [undefined, 'please enter vaild password'],
    ['', 'please enter vaild password'],
    ['          ', 'please enter vaild password'],
    ['seven77', 'Passwords should be 8 characters long'],
  ])('refuses %j', (password, message) => {
    expect(getFieldMessages(NewPassword, password)).toEqual({ '': message })
  })

  test('accepts eight characters, spaces included', () => {
    expect(NewPassword.parse(' eight 8')).toBe(' eight 8')
  })

  test('reports a different confirmation at the second field', () => {
    expect(
      getFieldMessages(NewPasswordWithConfirmation, {
        password: 'long enough',
        confirm: 'long enougH',
      }),
    ).toEqual({
      confirm: 'Password must be same',
    })
    expect(
      getFieldMessages(NewPasswordWithConfirmation, {
        password: 'long enough',
        confirm: 'long enough',
      }),
    ).toEqual({})
  })
})

test('a new domain needs a name', () => {
  expect(getFieldMessages(NewDomain, { name: '  ' })).toEqual({ name: 'Domain name is required' })
})

describe('a new task', () => {
  const task = {
    weekNo: 1,
    domain: 'some-domain',
    personalDevelopmentWorkout: [' Read. ', '  '],
    technicalWorkouts: ['Build.'],
    miscellaneousWorkouts: ['Type.'],
  }

  test('drops blank lines', () => {
    expect(NewTask.parse(task)).toMatchObject({ personalDevelopmentWorkout: ['Read.'] })
  })

  test('needs a week, a domain and a line in each list', () => {
    expect(
      getFieldMessages(NewTask, {
        domain: '',
        technicalWorkouts: ['  '],
        miscellaneousWorkouts: [],
      }),
    ).toEqual({
      weekNo: 'Week number is required',
      domain: 'Please select a domain',
      personalDevelopmentWorkout: 'At least one personal development workout is required',
      technicalWorkouts: 'At least one technical workout is required',
      miscellaneousWorkouts: 'At least one miscellaneous workout is required',
    })
  })

  test.each([0, 31, 1.5, -1])('refuses week %j', (weekNo) => {
    expect(Object.keys(getFieldMessages(NewTask, { ...task, weekNo }))).toEqual(['weekNo'])
  })

  test.each([1, 30, '7'])('accepts week %j', (weekNo) => {
    expect(getFieldMessages(NewTask, { ...task, weekNo })).toEqual({})
  })
})

test('marks are numbers from 0 to 100, also as strings of digits', () => {
  const mark = { code: '87.5', theory: 100, weekStatus: 'Task Completed' }
  expect(MarkInput.parse(mark)).toEqual({ ...mark, code: 87.5 })
  expect(getFieldMessages(MarkInput, { code: 'many', theory: 101, weekStatus: 'Fine' })).toEqual({
    code: 'Please enter a number from 0 to 100',
    theory: 'Please enter a number from 0 to 100',
    weekStatus: 'Please choose a week status',
  })
})

test('a pending task must not be blank', () => {
  expect(getFieldMessages(PendingList, ['Promises', ' '])).toEqual({
    '1': 'This field is required',
  })
})

test('the generic inputs have the specified messages', () => {
  expect(getFieldMessages(GenericEmail, 'nobody')).toEqual({ '': 'Invalid email address' })
  expect(getFieldMessages(GenericUrl, 'ftp://school.test')).toEqual({ '': 'Invalid URL' })
  expect(getFieldMessages(GenericUrl, 'https://school.test')).toEqual({})
})

test('success and failure messages match the specification', () => {
  expect([
    profileUpdatedMessage,
    passwordUpdatedMessage,
    pendingTaskUpdatedMessage,
    markUpdatedMessage,
    reviewStatusUpdatedMessage,
    taskStatusUpdatedMessage,
    userAddedMessage,
    taskAddedMessage,
    taskEditedMessage,
    slotBookedMessage,
    slotAddedMessage,
    addTaskFailedMessage,
    slotAddFailedMessage,
    userBlockedMessage,
    blockFailedMessage,
  ]).toEqual([
    'Profile update successfully.',
    'password update successfully.',
    'pending task updated.',
    'mark updated successfully.',
    'review status updated successfully.',
    'task status updated successfully.',
    'User added successfully.',
    'Task added successfully',
    'edit task successfully.',
    'book slot successfully.',
    'Slot added successfully',
    'Error adding task',
    'An error occurred',
    'User blocked/unblocked successfully.',
    'Failed to block/unblock user.',
  ])
})
