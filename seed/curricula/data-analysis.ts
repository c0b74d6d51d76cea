import type { Curriculum } from './curriculum.ts'

/** The twelve weeks of the Data Analysis course. */
export const dataAnalysis: Curriculum = {
  name: 'Data Analysis',
  weeks: [
    {
      personalDevelopmentWorkout: [
        'Write half a page on a decision in your life that better data would have changed.',
        'Set a fixed study hour for each day and mark on a calendar whether you kept it.',
      ],
      technicalWorkouts: [
        'Lay out a messy sales list as a tidy table with one row per record; hand in the before and after files.',
        'Answer ten questions on that table with formulas and lookups; hand in the workbook with no typed-in results.',
        'Build a pivot table of sales by region and month; hand in the workbook and three findings in plain words.',
        'Add validation rules and conditional formats that reveal bad entries; hand in a list of each rule and its aim.',
      ],
      miscellaneousWorkouts: [
        'Take a typing test that includes the number row and record your speed and accuracy.',
        'Learn fifteen spreadsheet shortcuts and show five of them to your group.',
      ],
      pendingTopics: [
        'Explain absolute and relative references',
        'Say what makes a table tidy',
        'Replace the nested IFs with a lookup',
        'Group dates by month in a pivot table',
      ],
    },
    {
      personalDevelopmentWorkout: [
        'Read for twenty minutes a day and note one claim based on numbers that you would question.',
        'Explain to a friend in two minutes what an average hides and record yourself doing it.',
      ],
      technicalWorkouts: [
        'Calculate mean, median, mode, range and standard deviation by hand for two small sets; hand in the working.',
        'Describe a public data set with summary tables and histograms; hand in a two-page report.',
        'Find outliers with the interquartile range and decide what to do with each; hand in your reasoning.',
        'Compare two groups using box plots and percentiles; hand in the charts with a written comparison.',
      ],
      miscellaneousWorkouts: [
        'Take the spreadsheet quiz and rewrite every formula you got wrong.',
        'Find a misleading average in a newspaper and prepare a one-slide correction.',
      ],
      pendingTopics: [
        'Choose between mean and median for skewed data',
        'Explain standard deviation without a formula',
        'Read a box plot aloud from left to right',
        'Classify six variables by level of measurement',
        'Say how a sample differs from its population',
      ],
    },
    {
      personalDevelopmentWorkout: [
        'Write three goals for the month with a number in each that shows whether it was met.',
        'Speak for three minutes on a chart you find well made and why it works.',
        'Notice when in the day you concentrate best and move your hardest task there.',
      ],
      technicalWorkouts: [
        'Load a sample database and draw its tables and keys; hand in the diagram.',
        'Write fifteen queries with WHERE, ORDER BY and LIMIT; hand in each question, query and row count.',
        'Create two tables with constraints and insert twenty rows; hand in the script and three rejected inserts.',
        'Handle missing values in six queries using IS NULL and COALESCE; hand in the queries and results.',
      ],
      miscellaneousWorkouts: [
        'Practise typing SQL for fifteen minutes a day without autocomplete.',
        'Swap queries with a classmate and guess the question each one answers.',
      ],
      pendingTopics: [
        'Explain why NULL = NULL is not true',
        'Give the logical order in which a SELECT runs',
        'Say what a primary key guarantees',
        'Filter text by pattern with LIKE',
      ],
    },
    {
      personalDevelopmentWorkout: [
        'Read an article on asking better questions and bring one good question to each class this week.',
        'Write a daily two-line note on what you learned and what is still unclear.',
      ],
      technicalWorkouts: [
        'Answer twelve business questions with inner, left and self joins; hand in the queries and short answers.',
        'Summarise sales by group with HAVING and CASE; hand in one query per report line.',
        'Rank products within categories and compute running totals with window functions; hand in the script.',
        'Rewrite three nested queries with common table expressions; hand in both versions and say which reads better.',
      ],
      miscellaneousWorkouts: [
        'Prepare a ten-minute seminar on the kinds of join, with your own two-table example.',
        'Take the SQL quiz under timed conditions and note the topics to revise.',
      ],
      pendingTopics: [
        'Explain the difference between WHERE and HAVING',
        'Find rows without a match using a left join',
        'Show why a join can multiply rows',
        'Compare GROUP BY with a window function',
        'Explain RANK and ROW_NUMBER on tied values',
      ],
    },
    {
      personalDevelopmentWorkout: [
        'Keep a log of errors you met, what the message meant and how long each took to solve.',
        'Practise introducing yourself as an analyst in one minute, in front of two classmates.',
      ],
      technicalWorkouts: [
        'Write ten Python functions on lists, strings and dictionaries; hand in the file with sample calls.',
        'Read a CSV file with the standard library and total it by category; hand in the script and output.',
        'Write a program that checks a data file and reports bad rows by line number; hand in the code and a report.',
        'Put your scripts under Git with a readme and small commits; hand in the repository log.',
      ],
      miscellaneousWorkouts: [
        'Solve four short programming puzzles and explain your method for one of them.',
        'Set up a virtual environment and write the steps so that a classmate can repeat them.',
      ],
      pendingTopics: [
        'Choose between a list, a set and a dictionary',
        'Rewrite a loop as a comprehension',
        'Explain mutable default arguments',
        'Catch only the exception you expect',
      ],
    },
    {
      personalDevelopmentWorkout: [
        'Plan the week around three results and review on Sunday which were reached and why.',
        'Read a long-form report and summarise it for your group in exactly six sentences.',
      ],
      technicalWorkouts: [
        'Load three files with pandas and describe shape, types and missing values; hand in the notebook.',
        'Redo ten of your SQL answers with filtering, merging and grouping; hand in a side-by-side notebook.',
        'Reshape a wide survey into long form and back; hand in the code and a note on when each form helps.',
        'Parse dates and resample daily figures to weeks and months; hand in a table and a line chart.',
      ],
      miscellaneousWorkouts: [
        'Review the notebook of a classmate for order, headings and whether it runs from top to bottom.',
        'Raise your typing accuracy above ninety-six percent on a passage full of symbols.',
      ],
      pendingTopics: [
        'Explain loc and iloc with an example each',
        'Check that a merge kept the expected row count',
        'Say what an index is for in a data frame',
        'Avoid chained assignment in the cleaning step',
        'Compare agg, transform and apply',
      ],
    },
    {
      personalDevelopmentWorkout: [
        'Write about a time you were wrong about something and what evidence changed your mind.',
        'Ask a classmate to time your speaking pace and adjust it to be easy to follow.',
      ],
      technicalWorkouts: [
        'Clean a file with mixed dates, duplicate names and stray units; hand in the notebook and a change log.',
        'Profile the missing values of a data set and justify dropping, filling or flagging each; hand in a table.',
        'Write reusable cleaning functions with tests for awkward inputs; hand in the module and test report.',
        'Match customer names from two sources with simple text rules; hand in match counts and ten failures.',
        'Write a data dictionary for the cleaned set; hand in names, types, units and allowed values.',
      ],
      miscellaneousWorkouts: [
        'Discuss with your group a case where cleaning data changed the conclusion.',
        'Take the pandas quiz and demonstrate one corrected answer live.',
      ],
      pendingTopics: [
        'Describe three kinds of missing data',
        'Justify the rule used to remove duplicates',
        'Keep the raw file untouched and show the steps',
        'Standardise the country names with a mapping',
      ],
    },
    {
      personalDevelopmentWorkout: [
        'Present one chart to someone outside the course and write down what they misread.',
        'Read about clear writing and shorten one of your earlier reports by a third.',
        'Take a ten-minute walk before each study session for a week and note the effect on your focus.',
      ],
      technicalWorkouts: [
        'Draw the same data as bars, lines, dots and a table; hand in all four and say which answers the question.',
        'Build six labelled charts in Python with units and sources; hand in the notebook and image files.',
        'Repair five misleading charts; hand in each pair with one sentence on what was wrong.',
        'Tell a story in four charts with headlines that state the finding; hand in a four-page document.',
      ],
      miscellaneousWorkouts: [
        'Check your charts with a colour-blindness simulator and fix what cannot be told apart.',
        'Hold a gallery walk: comment on five charts by classmates with one strength and one fix each.',
      ],
      pendingTopics: [
        'Explain when a bar chart must start at zero',
        'Rewrite the chart title as a finding',
        'Choose a chart for parts of a whole',
        'Reduce the clutter in the monthly chart',
        'Compare a log scale with a linear one',
      ],
    },
    {
      personalDevelopmentWorkout: [
        'Debate in pairs whether a published study supports its headline, then swap sides.',
        'Revise your monthly goals and write down which habit helped you the most.',
      ],
      technicalWorkouts: [
        'Simulate coin tosses and dice to show the law of large numbers; hand in the code and charts.',
        'Build confidence intervals for a mean and a proportion; hand in the working and a plain-language reading.',
        'Run a t-test and a chi-squared test with stated hypotheses; hand in assumptions, results and conclusions.',
        'Design an A/B test with sample size and a stopping rule; hand in a one-page plan.',
      ],
      miscellaneousWorkouts: [
        'Teach conditional probability to a partner using a two-way table.',
        'Take the statistics quiz without a calculator for the first half.',
      ],
      pendingTopics: [
        'Say what a p-value is and what it is not',
        'Interpret a 95 percent confidence interval',
        'Explain type I and type II errors by example',
        'Show how sample size changes the standard error',
      ],
    },
    {
      personalDevelopmentWorkout: [
        'Hold a mock interview in which you explain a past analysis in three minutes.',
        'Draft a CV section that describes two projects by question, method and result.',
      ],
      technicalWorkouts: [
        'Plot and measure correlation for six pairs of variables; hand in the charts and a caution for each.',
        'Fit a simple linear regression and read its slope, intercept and residuals; hand in the notebook.',
        'Extend it to several predictors and judge it on held-out data; hand in a comparison of three models.',
        'Classify a yes-or-no outcome with logistic regression; hand in the confusion matrix and its cost in words.',
      ],
      miscellaneousWorkouts: [
        'Lead a ten-minute seminar on correlation and cause with two examples of your own.',
        'Practise reading regression output aloud to a partner until it needs no notes.',
      ],
      pendingTopics: [
        'Interpret a regression coefficient in context',
        'Explain overfitting with a train and test split',
        'Check the residual plot for a pattern',
        'Compare precision and recall for a rare event',
        'Name a confounder in the housing example',
      ],
    },
    {
      personalDevelopmentWorkout: [
        'Interview someone who reads reports at work about what they need and write up five points.',
        'Estimate your capstone tasks in hours and keep a record of the actual time.',
      ],
      technicalWorkouts: [
        'Build a dashboard with filters and four measures for a named reader; hand in the file and a usage note.',
        'Split a monthly series into trend and season and make a naive forecast; hand in the errors.',
        'Automate a weekly report from query to document with one command; hand in the script and two outputs.',
        'Write checks that stop the report when totals do not match; hand in a run that fails as it should.',
      ],
      miscellaneousWorkouts: [
        'Watch a classmate use your dashboard in silence and list every hesitation.',
        'Discuss a case on privacy in data work and write the rules you would set.',
      ],
      pendingTopics: [
        'Define each measure on the dashboard in one line',
        'Explain seasonality using the monthly series',
        'Remove personal details from the shared extract',
        'Compare the forecast with a naive baseline',
      ],
    },
    {
      personalDevelopmentWorkout: [
        'Write one page on how your way of judging claims has changed since week 1.',
        'Rehearse the capstone presentation in ten minutes and once more in three.',
      ],
      technicalWorkouts: [
        'State the capstone question, its audience and its limits; hand in a one-page brief agreed with your reviewer.',
        'Assemble the data with SQL and Python so that it can be rebuilt; hand in the repository and data dictionary.',
        'Carry out the analysis with at least one test or model; hand in a notebook that runs from a clean start.',
        'Write a report of five pages with a summary on the first; hand in the document and its charts.',
        'Present the findings and recommendation to the group; hand in the slides and answers to questions raised.',
      ],
      miscellaneousWorkouts: [
        'Reproduce the main result of a classmate from their repository and report any gap.',
        'Prepare replies to eight hard questions about your data and method.',
        'Arrange your best charts and queries into a short portfolio.',
      ],
      pendingTopics: [
        'State the main finding in one sentence',
        'List the limits of the data in the report',
        'Fix the step that does not rerun from scratch',
        'Defend the choice of test in the capstone',
        'Link each recommendation to a result',
      ],
    },
  ],
}
