import type { Curriculum } from './curriculum.ts'

/** The twelve weeks of the Web Development course. */
export const webDevelopment: Curriculum = {
  name: 'Web Development',
  weeks: [
    {
      personalDevelopmentWorkout: [
        'Write one page on why you chose this course and what you want to be able to build by the end.',
        'Plan your study hours for the week and note each evening what you kept to and what you did not.',
      ],
      technicalWorkouts: [
        'Mark up a three-section article using only semantic elements; hand in the file and an outline of its headings.',
        'Build an enquiry form with labels, fieldsets and the right input types; hand in the page and a validator report.',
        'Turn a printed timetable into an accessible table with a caption and header cells; hand in the HTML.',
        'Create a Git repository for your coursework, make at least five small commits and hand in the log.',
      ],
      miscellaneousWorkouts: [
        'Take a ten-minute typing test and record your speed and accuracy as your starting point.',
        'Set up your editor with a formatter and share a screenshot of your working environment.',
      ],
      pendingTopics: [
        'Explain when to use section, article and div',
        'Add labels to every field of the enquiry form',
        'Describe what alt text is for and when to leave it empty',
        'Show the difference between git add and git commit',
      ],
    },
    {
      personalDevelopmentWorkout: [
        'Read for twenty minutes a day from any non-fiction book and write a five-line summary at the weekend.',
        'Record a two-minute introduction of yourself, watch it once and note two things to improve.',
        'List the three habits that cost you the most study time and choose one to change this week.',
      ],
      technicalWorkouts: [
        'Style your week 1 article with one external stylesheet and no inline styles; hand in both files.',
        'Draw the box model of one card on paper, then build it to those measurements; hand in a photo and the code.',
        'Build a navigation bar and a row of cards with flexbox; hand in the page and a note on each property used.',
        'Solve ten selector exercises and hand in each answer with its specificity worked out.',
      ],
      miscellaneousWorkouts: [
        'Practise typing for fifteen minutes a day with attention on brackets, semicolons and quotes.',
        'Take the HTML and CSS quiz and bring the questions you missed to the review.',
      ],
      pendingTopics: [
        'Work out the specificity of three selectors aloud',
        'Explain margin collapsing with a drawing',
        'Compare content-box and border-box sizing',
        'Centre an element both ways with flexbox',
        'Give a clear case for each value of position',
      ],
    },
    {
      personalDevelopmentWorkout: [
        'Give a three-minute talk to your group on a topic you know well, without reading from notes.',
        'Write your goals for the next four weeks, each with a result that someone else could check.',
      ],
      technicalWorkouts: [
        'Rebuild a magazine-style page with CSS grid and named areas; hand in the layout sketch and the code.',
        'Make your article readable from 320 to 1440 pixels wide; hand in screenshots at four widths.',
        'Replace repeated colours and sizes with custom properties and add a dark theme; hand in the diff.',
        'Build a one-page site for a local business from a written brief; hand in the repository.',
      ],
      miscellaneousWorkouts: [
        'Review the page of one classmate and leave three specific, kind comments.',
        'Prepare a five-slide seminar on choosing between grid and flexbox.',
      ],
      pendingTopics: [
        'Explain why mobile-first media queries use min-width',
        'Convert the pixel font sizes to rem and say why',
        'Fix the horizontal scroll at 320 pixels',
        'Show minmax and auto-fit in a working grid',
      ],
    },
    {
      personalDevelopmentWorkout: [
        'Keep a log of every problem that held you up for over fifteen minutes and how you got past it.',
        'Read an article about learning from mistakes and tell a partner its main point in one minute.',
      ],
      technicalWorkouts: [
        'Write twelve small functions on strings, numbers and arrays; hand in the file with sample calls.',
        'Write a program that grades a list of marks using loops and conditions; hand in the code and its output.',
        'Process an array of orders with map, filter and reduce; hand in totals per customer and per month.',
        'Predict the output of fifteen short snippets on scope and closures; hand in your answers and corrections.',
        'Step through a faulty function with the browser debugger; hand in a note on the cause and the fix.',
      ],
      miscellaneousWorkouts: [
        'Raise your typing speed by three words a minute while keeping accuracy above ninety-five percent.',
        'Solve three logic puzzles with pen and paper and explain one of them to your group.',
      ],
      pendingTopics: [
        'Explain closures with a counter example',
        'Compare let, const and var by scope and hoisting',
        'Rewrite one loop with reduce',
        'Explain why two equal-looking objects are not equal',
        'List the falsy values without help',
      ],
    },
    {
      personalDevelopmentWorkout: [
        'Practise explaining a technical idea to someone outside the course and write down what they asked.',
        'Plan each day the evening before, with no more than three main tasks.',
        'Attend a group discussion and contribute at least two points of your own.',
      ],
      technicalWorkouts: [
        'Build a to-do list with adding, editing, filtering and deleting; hand in the repository.',
        'Build tabs and a dialog that work fully from the keyboard; hand in the code and a list of keys supported.',
        'Validate a sign-up form with clear messages beside each field; hand in the page and five test cases.',
        'Save the to-do list to local storage and recover from damaged data; hand in a short recording.',
      ],
      miscellaneousWorkouts: [
        'Take the JavaScript fundamentals quiz under timed conditions.',
        'Test the to-do list of a classmate for ten minutes and report what you could break.',
      ],
      pendingTopics: [
        'Explain event delegation with an example',
        'Compare textContent and innerHTML for user input',
        'Show the capture and bubble phases in order',
        'Return focus to the opener when the dialog closes',
      ],
    },
    {
      personalDevelopmentWorkout: [
        'Read one chapter on communication at work and write two points you will try out.',
        'Speak for four minutes on a news story, giving both sides before your own view.',
      ],
      technicalWorkouts: [
        'Rewrite a callback-based script with promises and then with async and await; hand in all three versions.',
        'Build a weather or book search page on a public API with loading, empty and error states; hand in the code.',
        'Split the search page into ES modules with clear exports; hand in a diagram of which imports which.',
        'Delay search requests while the user types and cancel outdated ones; hand in a network recording.',
      ],
      miscellaneousWorkouts: [
        'Summarise in one page what happens between typing an address and seeing the page.',
        'Practise Git branches with a partner: create a conflict on purpose, resolve it and keep the log.',
      ],
      pendingTopics: [
        'Explain the order of microtasks and timers',
        'Handle a non-2xx response from fetch correctly',
        'Compare Promise.all and Promise.allSettled',
        'Say what CORS protects and who enforces it',
        'Describe GET, POST, PUT and DELETE with one use each',
      ],
    },
    {
      personalDevelopmentWorkout: [
        'Review your four-week goals honestly and write what you will keep, drop or change.',
        'Ask two classmates for feedback on how you work in a group and write down what you heard.',
      ],
      technicalWorkouts: [
        'Convert the search page to TypeScript in strict mode; hand in the repository with no type errors.',
        'Model a library lending system with types, unions and generics; hand in the types and ten sample values.',
        'Set up a project with a bundler, a linter and scripts for build and check; hand in the configuration.',
        'Write unit tests for six pure functions, including edge cases; hand in the tests and the report.',
      ],
      miscellaneousWorkouts: [
        'Run a fifteen-minute seminar on one TypeScript feature and answer questions from the group.',
        'Read the source of a small open-source package and note three things you learned.',
      ],
      pendingTopics: [
        'Narrow a union type using a discriminant',
        'Explain unknown against any with a short example',
        'Write a generic function with a constraint',
        'Say when to use a type and when an interface',
      ],
    },
    {
      personalDevelopmentWorkout: [
        'Draft a one-page CV and have one person outside the school read it.',
        'Try working in focused blocks of twenty-five minutes for a week and report what changed.',
      ],
      technicalWorkouts: [
        'Break a given design into a tree of React components; hand in an annotated picture and a props table.',
        'Build that design with typed props and sample data; hand in the repository and a short readme.',
        'Rebuild the to-do list in React with lifted state; hand in a note on where each piece of state lives.',
        'Render a long list with stable keys and show what goes wrong with index keys; hand in a recording.',
      ],
      miscellaneousWorkouts: [
        'Pair-program for an hour, swapping the keyboard every ten minutes, and write up how it went.',
        'Complete the React basics quiz and correct your wrong answers in writing.',
      ],
      pendingTopics: [
        'Explain why state must not be mutated',
        'Say what a key does when a list changes order',
        'Compare props and state with an example',
        'Turn a repeated block of JSX into a component',
        'Explain controlled and uncontrolled inputs',
      ],
    },
    {
      personalDevelopmentWorkout: [
        'Hold a mock interview of fifteen minutes with a partner and note three answers to improve.',
        'Write a short piece on a disagreement you handled and what you would do differently.',
        'Read about giving constructive feedback and use one idea in your next peer review.',
      ],
      technicalWorkouts: [
        'Add routing with list, detail and not-found pages to your React project; hand in the repository.',
        'Build a multi-step form that keeps its data between steps; hand in the code and a list of its rules.',
        'Extract data loading into a custom hook with loading and error states; hand in the hook and two uses.',
        'Share the theme and the signed-in user through context; hand in a note on what re-renders and why.',
      ],
      miscellaneousWorkouts: [
        'Review a pull request from a classmate, covering naming, structure and accessibility.',
        'Use your app with a screen reader for ten minutes and list what was unclear.',
      ],
      pendingTopics: [
        'Explain the dependency array of useEffect',
        'Clean up the subscription when the component unmounts',
        'Describe the rules of hooks and the reason for them',
        'Remove the effect that only derives state',
      ],
    },
    {
      personalDevelopmentWorkout: [
        'Present your project so far to the group in five minutes and collect written questions.',
        'Plan the capstone on one page: the users, their main problem and what you will leave out.',
      ],
      technicalWorkouts: [
        'Write a small HTTP server in Node without a framework; hand in the code and sample requests.',
        'Build a REST API for a notes app with validation and proper status codes; hand in the code and route list.',
        'Add central error handling and request logging to the API; hand in a log showing three failures.',
        'Write tests that call every route, including bad input; hand in the report.',
      ],
      miscellaneousWorkouts: [
        'Practise typing code from a printed page for fifteen minutes a day without looking down.',
        'Explain HTTP caching headers to your group at the whiteboard in ten minutes.',
      ],
      pendingTopics: [
        'Choose between 400, 401, 403, 404 and 409',
        'Explain how the event loop serves many requests',
        'Move secrets out of the code into the environment',
        'Define idempotent and name the idempotent methods',
        'Validate the request body before using it',
      ],
    },
    {
      personalDevelopmentWorkout: [
        'Read an account of a software failure and write what the team could have noticed earlier.',
        'Estimate every capstone task in hours, then record the real time beside each estimate.',
      ],
      technicalWorkouts: [
        'Design tables for the capstone in third normal form; hand in the diagram and the SQL that creates them.',
        'Write ten queries with joins, grouping and ordering on that schema; hand in the queries and results.',
        'Connect the API to PostgreSQL with parameterised queries and migrations; hand in the repository.',
        'Add sign-in with hashed passwords, sessions and two roles; hand in tests for forbidden requests.',
      ],
      miscellaneousWorkouts: [
        'Draw how a request travels from the button to the database and back, and explain it to a partner.',
        'Take the back-end and SQL quiz, then write one question of your own for the next group.',
      ],
      pendingTopics: [
        'Show how a parameterised query stops SQL injection',
        'Explain why passwords are hashed with a salt',
        'Compare inner and left joins on two small tables',
        'Say when an index helps and what it costs',
      ],
    },
    {
      personalDevelopmentWorkout: [
        'Write a reflection of one page comparing your goals from week 1 with where you are now.',
        'Rehearse the capstone talk twice, once alone and once with a partner, keeping to ten minutes.',
      ],
      technicalWorkouts: [
        'Finish the main path of the capstone from sign-in to its key result; hand in the tagged release.',
        'Add an end-to-end test for that path and run it on every push; hand in the pipeline run.',
        'Deploy the capstone with a database, HTTPS and environment settings; hand in the address and a runbook.',
        'Measure loading speed and accessibility before and after fixes; hand in both reports.',
        'Write a readme that lets a stranger run the project in ten minutes; hand in proof that one did.',
      ],
      miscellaneousWorkouts: [
        'Swap capstones with a classmate and file at least four well-described issues.',
        'Prepare answers to ten questions an examiner might ask about your design choices.',
        'Collect your best three pieces of work into a simple portfolio page.',
      ],
      pendingTopics: [
        'Describe how to roll back a bad deployment',
        'Explain what the pipeline checks before release',
        'Restore the database from a backup once',
        'Reduce the size of the first page load',
        'Justify one trade-off made in the capstone',
      ],
    },
  ],
}
