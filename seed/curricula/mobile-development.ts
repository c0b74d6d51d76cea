import type { Curriculum } from './curriculum.ts'

/** The twelve weeks of the Mobile Development course. */
export const mobileDevelopment: Curriculum = {
  name: 'Mobile Development',
  weeks: [
    {
      personalDevelopmentWorkout: [
        'Write one page on an app you use daily: what it does well and what you would change.',
        'Make a weekly timetable with study, rest and exercise, and mark each evening how it went.',
      ],
      technicalWorkouts: [
        'Install the Android tools and run a sample app on an emulator and a phone; hand in two screenshots.',
        'Write ten Kotlin functions with conditions and loops; hand in the file with sample calls.',
        'Write a console quiz that keeps the score and rejects bad input; hand in the code and a sample run.',
        'Put your exercises in a Git repository with small commits; hand in the log.',
      ],
      miscellaneousWorkouts: [
        'Take a typing test and record your speed and accuracy as a baseline.',
        'Learn twelve editor shortcuts and demonstrate them without the mouse.',
      ],
      pendingTopics: [
        'Explain val and var with an example',
        'Use when as an expression in the quiz',
        'Say what a string template does',
        'Show how to undo the last commit safely',
      ],
    },
    {
      personalDevelopmentWorkout: [
        'Read for twenty minutes a day and share one useful idea with your group on Friday.',
        'Record a two-minute talk about your favourite place and note how often you used filler words.',
      ],
      technicalWorkouts: [
        'Model a school with data classes, interfaces and inheritance; hand in the code and a class diagram.',
        'Process a list of orders with map, filter, groupBy and fold; hand in the code and the totals.',
        'Rewrite a null-ridden sample with safe calls and sensible defaults; hand in both versions.',
        'Represent loading, success and failure with a sealed type; hand in the type and three uses of it.',
      ],
      miscellaneousWorkouts: [
        'Practise typing Kotlin for fifteen minutes a day, with care for braces and arrows.',
        'Take the Kotlin basics quiz and explain each wrong answer to a partner.',
      ],
      pendingTopics: [
        'Explain the safe call and Elvis operators',
        'Compare a data class with an ordinary class',
        'Say why a sealed type suits an exhaustive when',
        'Give a use for let, apply and also',
        'Choose between a list, a set and a map',
      ],
    },
    {
      personalDevelopmentWorkout: [
        'Set four goals for the month and show a classmate how you will check each of them.',
        'Speak for three minutes on a subject chosen by your group with one minute to prepare.',
        'Remove one distraction from your study place and write what difference it made.',
      ],
      technicalWorkouts: [
        'Create an app from an empty template and describe each folder and build file; hand in an annotated tree.',
        'Build a profile screen from text, image and button composables; hand in the code and a preview.',
        'Split that screen into small composables with parameters; hand in a sketch of the tree.',
        'Add text and image resources instead of fixed values; hand in the diff.',
      ],
      miscellaneousWorkouts: [
        'Review the profile screen of a classmate and leave three concrete comments.',
        'Draw the path from source code to an installed app and explain it at the whiteboard.',
      ],
      pendingTopics: [
        'Explain what recomposition is',
        'Describe the purpose of the manifest',
        'Say why the order of modifiers matters',
        'Move the fixed strings into resources',
      ],
    },
    {
      personalDevelopmentWorkout: [
        'Read about how adults learn and change one thing in how you revise.',
        'Explain the idea of a design system to a relative and write down their questions.',
      ],
      technicalWorkouts: [
        'Recreate a given recipe app screen with rows, columns and boxes; hand in the code beside the design.',
        'Show two hundred items in a lazy list with keys and headers; hand in the code and a scroll recording.',
        'Define a theme with colours, type and shapes for light and dark; hand in screenshots of both.',
        'Adapt the list to a two-pane layout on wide screens; hand in previews at three sizes.',
      ],
      miscellaneousWorkouts: [
        'Measure the touch targets in an app you use and report any that are too small.',
        'Prepare a five-slide seminar on layout in Compose.',
      ],
      pendingTopics: [
        'Compare a lazy column with a scrolling column',
        'Explain dp and sp units',
        'Use theme colours in place of fixed ones',
        'Show how weight shares space in a row',
        'Fix the text cut off at large font sizes',
      ],
    },
    {
      personalDevelopmentWorkout: [
        'Keep a log of each bug that took over fifteen minutes and the clue that solved it.',
        'Take part in a group discussion and sum up the views of others before giving yours.',
      ],
      technicalWorkouts: [
        'Build a tip calculator with hoisted state; hand in the code and a note on who owns each value.',
        'Move the state into a ViewModel exposed as a flow; hand in the code before and after.',
        'Build a form with live validation and clear messages; hand in the code and six test cases.',
        'Survive rotation and process death without losing input; hand in a recording of both.',
      ],
      miscellaneousWorkouts: [
        'Solve three logic puzzles on paper and write out your reasoning for one.',
        'Take the Compose quiz and redo the wrong answers in working code.',
      ],
      pendingTopics: [
        'Explain state hoisting with the tip calculator',
        'Compare remember and rememberSaveable',
        'Say what a ViewModel outlives and what it does not',
        'Draw one-way data flow for the form',
      ],
    },
    {
      personalDevelopmentWorkout: [
        'Ask two classmates what is easy and what is hard about working with you, and note their answers.',
        'Write a plan for each day the night before and limit it to three main tasks.',
      ],
      technicalWorkouts: [
        'Add list, detail and settings screens with typed routes; hand in a map of the routes.',
        'Log every lifecycle callback while rotating, leaving and returning; hand in the log with comments.',
        'Add a bottom bar that keeps the history of each tab; hand in a recording of the back button.',
        'Open a detail screen from a deep link; hand in the command used and its result.',
      ],
      miscellaneousWorkouts: [
        'Explain the activity lifecycle to a partner with cards laid out on a table.',
        'Raise your typing speed by three words a minute over your baseline.',
      ],
      pendingTopics: [
        'Put the lifecycle callbacks in order from memory',
        'Explain what the back stack holds after a deep link',
        'Pass an identifier instead of a whole object',
        'Release the listener when the screen stops',
        'Describe when an activity is recreated',
      ],
    },
    {
      personalDevelopmentWorkout: [
        'Read a chapter on handling pressure and try one of its methods before your review.',
        'Give a four-minute talk on a technical term with no slides.',
      ],
      technicalWorkouts: [
        'Run three tasks in sequence and in parallel with coroutines; hand in the code and timings.',
        'Fetch a list from a public API and parse it into typed models; hand in the code and one raw response.',
        'Show loading, empty, error and retry states on that screen; hand in four screenshots.',
        'Add search that waits while typing and drops stale results; hand in the code and a request log.',
        'Test the app in flight mode and on a slow network; hand in a list of what you found and fixed.',
      ],
      miscellaneousWorkouts: [
        'Summarise in one page how an HTTPS request reaches the server and returns.',
        'Create a merge conflict with a partner on purpose, resolve it and keep the log.',
      ],
      pendingTopics: [
        'Explain suspend without using the word thread',
        'Choose a dispatcher for disk and for computing',
        'Cancel the request when the screen closes',
        'Compare a flow with a single suspend call',
      ],
    },
    {
      personalDevelopmentWorkout: [
        'Review your monthly goals and rewrite the one you avoided as smaller steps.',
        'Write a short note thanking someone for help and say exactly what it made possible.',
      ],
      technicalWorkouts: [
        'Design local tables for a notes app and create them with Room; hand in the diagram and the entities.',
        'Write queries for search, sorting and counts that update the screen; hand in the code and a recording.',
        'Add a column with a migration that keeps the data; hand in a test that proves it.',
        'Cache the network list so the app opens offline; hand in a diagram of the data flow.',
      ],
      miscellaneousWorkouts: [
        'Take the networking and storage quiz under timed conditions.',
        'Compare with your group how four apps behave with no connection.',
      ],
      pendingTopics: [
        'Explain why database work leaves the main thread',
        'Write a migration without losing rows',
        'Say when to use preferences and when a database',
        'Name the single source of truth in the notes app',
        'Describe how the cache becomes stale',
      ],
    },
    {
      personalDevelopmentWorkout: [
        'Read about privacy in daily life and tell your group one setting you changed as a result.',
        'Hold a ten-minute mock interview and note the two answers you would give differently.',
        'Go one full study day without social media and write a paragraph on how it felt.',
      ],
      technicalWorkouts: [
        'Take a photo, store it and show it in a list; hand in the code and a recording.',
        'Ask for location only when needed and cope with refusal; hand in screenshots of each path.',
        'Show a scheduled reminder that opens the right screen; hand in the code and a test plan.',
        'Review every permission in your app and remove one; hand in a table of each and its reason.',
      ],
      miscellaneousWorkouts: [
        'Test the app of a classmate on a different phone and file clear reports.',
        'Prepare a short seminar on what an app may and may not do in the background.',
      ],
      pendingTopics: [
        'Explain what to show after a refused permission',
        'Justify each permission in the manifest',
        'Create the notification channel before posting',
        'Compare precise and approximate location',
      ],
    },
    {
      personalDevelopmentWorkout: [
        'Plan your capstone on one page with its users, its main task and what is left out.',
        'Practise saying no politely to extra work and write down the words that suited you.',
      ],
      technicalWorkouts: [
        'Refactor the notes app into interface, domain and data layers; hand in a package diagram.',
        'Supply dependencies from outside rather than creating them inside; hand in the diff and its benefits.',
        'Write unit tests for two view models with fake repositories; hand in the tests and the report.',
        'Write interface tests for adding, editing and deleting a note; hand in a recorded run.',
      ],
      miscellaneousWorkouts: [
        'Pair-program for an hour with one person writing tests and the other making them pass.',
        'Read a small open-source app and describe its structure to your group in five minutes.',
      ],
      pendingTopics: [
        'Explain constructor injection with an example',
        'Compare a fake with a mock',
        'Control time in a coroutine test',
        'Move the business rule out of the composable',
        'Say what each layer may depend on',
      ],
    },
    {
      personalDevelopmentWorkout: [
        'Use your phone with large text and a screen reader for an hour and write what you noticed.',
        'Present your capstone plan in five minutes and collect written questions from the group.',
      ],
      technicalWorkouts: [
        'Make two screens fully usable with a screen reader; hand in a recording with sound.',
        'Translate the app into a second language and check right-to-left layout; hand in screenshots.',
        'Find and fix a slow list using the profiler; hand in traces before and after.',
        'Sync notes with deferred background work that respects battery and network; hand in the code and a log.',
      ],
      miscellaneousWorkouts: [
        'Check colour contrast in three apps and report the worst pair you find.',
        'Take the architecture and testing quiz, then write two questions for the next group.',
      ],
      pendingTopics: [
        'Add content descriptions to the icon buttons',
        'Use plural resources for the note count',
        'Explain what causes a dropped frame',
        'Compare background work with a foreground service',
      ],
    },
    {
      personalDevelopmentWorkout: [
        'Write a page comparing the developer you were in week 1 with the one you are now.',
        'Rehearse the capstone demonstration twice, including what you will do if the phone fails.',
      ],
      technicalWorkouts: [
        'Complete the main task of the capstone from first launch to result; hand in the tagged release.',
        'Set up a pipeline that builds, checks and tests each push; hand in a passing run and a failing one.',
        'Produce a signed, shrunk release build; hand in its size, its version and how the key is kept safe.',
        'Run a closed test with five people for three days; hand in their feedback and your fixes.',
        'Write the store listing, privacy statement and release notes; hand in the text and screenshots.',
      ],
      miscellaneousWorkouts: [
        'Swap capstones with a classmate and file four issues with steps to reproduce.',
        'Prepare answers to ten questions on your design, from storage to permissions.',
        'Gather your three best screens and their stories into a portfolio.',
      ],
      pendingTopics: [
        'Explain how the signing key is stored and backed up',
        'Compare debug and release builds',
        'Describe a staged rollout and when to halt it',
        'Read a crash report back to the source line',
        'Justify the minimum supported version',
      ],
    },
  ],
}
