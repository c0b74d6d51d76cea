import { moveEarlier } from './move-earlier.ts'
import { getItem, type Plan, type Problem } from './problem.ts'
import { findMaxCompatibleSlots } from './remaining-capacity.ts'
import { isNotTooEarly, splitIntoDayParts } from './slot-fit.ts'
import { makeDueDateComparator, swapSlotsByDueDate } from './swap-slots-by-due-date.ts'

/**
 * Which reviews can have a slot, and a first plan for them. It places as many reviews as possible;
 * of those sets it takes the one that comes first in the order of reviews.
 *
 * Sets of reviews that can be placed together are the independent sets of a matroid, so the greedy
 * choice in order is optimal. Whether a set fits depends only on domains, reviewers and parts of
 * days: from each part on, a reviewer can take a fixed number of reviews, whichever they are.
 */
export function assignMost(problem: Problem): { placed: number[]; plan: Plan } {
  const flow = makeFlow(problem)
  const kindOf = makeKinds(problem)
  const placed = [...problem.reviews.keys()].filter((place) => {
    const kind = kindOf(place)
    return kind !== undefined && flow.placeOne(kind)
  })
  const plan: Plan = problem.reviews.map(() => undefined)
  const ofKind = Map.groupBy(placed.toSorted(makeDueDateComparator(problem)), kindOf)
  for (const room of flow.rooms) {
    const reviews = [...room.held].flatMap(([kind, count]) =>
      (ofKind.get(kind) ?? []).splice(0, count),
    )
    for (const [place, review] of reviews.toSorted(makeDueDateComparator(problem)).entries()) {
      plan[review] = getItem(room.slots, place)
    }
  }
  return { placed, plan: swapSlotsByDueDate(problem, moveEarlier(problem, plan)) }
}

/** Reviews of one domain that can have slots from one part of a day on. */
type Kind = { domain: number; firstPart: number }

/**
 * Maps a review to its kind, a shared object for equal reviews; undefined if all slots are too
 * early.
 */
function makeKinds(problem: Problem): (review: number) => Kind | undefined {
  const { parts } = splitIntoDayParts(problem)
  const kinds = new Map<string, Kind>()
  return (place) => {
    const review = getItem(problem.reviews, place)
    const firstPart = parts.findIndex((part) => isNotTooEarly(review, part))
    if (firstPart < 0) return undefined
    const key = `${review.domain} ${firstPart}`
    const kind = kinds.get(key) ?? { domain: review.domain, firstPart }
    kinds.set(key, kind)
    return kind
  }
}

/**
 * A reviewer's slots in one part of a day, in order of time, with the number of reviews per kind
 * placed there.
 */
type Room = {
  reviewer: number
  part: number
  slots: number[]
  held: Map<Kind, number>
  left: number
}

/** A maximum flow from kinds of reviews to rooms, grown by one augmenting path at a time. */
function makeFlow(problem: Problem) {
  const { partOf } = splitIntoDayParts(problem)
  const rooms = findMaxCompatibleSlots(problem)
    .flatMap((chain, reviewer) =>
      [...Map.groupBy(chain, (slot) => getItem(partOf, slot))].map(
        ([part, slots]): Room => ({
          reviewer,
          part,
          slots,
          held: new Map(),
          left: slots.length,
        }),
      ),
    )
    .toSorted((a, b) => a.part - b.part)
  const used = problem.reviewers.map(() => 0)
  const ofKind = new Map<Kind, Room[]>()
  const roomsOf = (kind: Kind) => {
    const found = ofKind.get(kind) ?? rooms.filter((room) => isFor(problem, room, kind))
    ofKind.set(kind, found)
    return found
  }
  /** The room with free slots whose reviewer has the fewest reviews. */
  const findLeast = (found: Room[]) => {
    let least: Room | undefined
    for (const room of found) {
      if (room.left === 0) continue
      if (!least || getItem(used, room.reviewer) < getItem(used, least.reviewer)) least = room
    }
    return least
  }
  /** Kinds without an augmenting path; they never get one later, because rooms are never freed. */
  const full = new Set<Kind>()

  return {
    /** In order of time. */
    rooms,

    /** Places one more review of a kind, moving others if needed; false if it cannot. */
    placeOne(kind: Kind): boolean {
      if (full.has(kind)) return false
      /**
       * The room each kind was reached from, and the kind each room was reached from (breadth-first
       * search).
       */
      const kindFrom = new Map<Kind, Room | undefined>([[kind, undefined]])
      const roomFrom = new Map<Room, Kind>()
      for (const [reached] of kindFrom) {
        const found = roomsOf(reached)
        const least = findLeast(found)
        if (least) {
          roomFrom.set(least, reached)
          used[least.reviewer] = getItem(used, least.reviewer) + 1
          least.left -= 1
          walkBack(least, roomFrom, kindFrom)
          return true
        }
        for (const room of found) {
          if (roomFrom.has(room)) continue
          roomFrom.set(room, reached)
          for (const [other, count] of room.held) {
            if (count > 0 && !kindFrom.has(other)) kindFrom.set(other, room)
          }
        }
      }
      full.add(kind)
      return false
    },
  }
}

function isFor({ reviewers }: Problem, { reviewer, part }: Room, kind: Kind): boolean {
  return part >= kind.firstPart && getItem(reviewers, reviewer).domains.includes(kind.domain)
}

/** Applies the augmenting path backwards: each kind gains a slot and gives up the one before. */
function walkBack(
  last: Room,
  roomFrom: Map<Room, Kind>,
  kindFrom: Map<Kind, Room | undefined>,
): void {
  const add = ({ held }: Room, kind: Kind, count: number) =>
    held.set(kind, (held.get(kind) ?? 0) + count)
  let room: Room | undefined = last
  while (room !== undefined) {
    const kind = roomFrom.get(room)
    if (kind === undefined) return
    add(room, kind, 1)
    room = kindFrom.get(kind)
    if (room !== undefined) add(room, kind, -1)
  }
}
