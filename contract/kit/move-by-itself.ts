/** Whether a review that loses its slot is moved by itself, or its advisor asked first. */
export const moveByItselfWays = ['ask', 'same-day'] as const
export type MoveByItself = (typeof moveByItselfWays)[number]
