/* Sorting, filters and folding; the page is whole without it. */
"use strict";
(() => {
	const make = (name, props) => Object.assign(
	    document.createElement(name), props);

	/* The value of a cell: a number where it is one. */
	const value = (row, column) => {
		const cell = row.cells[column];
		const text = cell.dataset.v ?? cell.textContent.trim();
		return text === "" || isNaN(text) ? text : Number(text);
	};

	/* What is not known stands last, whatever the direction. */
	const compare = (a, b, sign) =>
		a === b ? 0 : a === "" ? 1 : b === "" ? -1 :
		typeof a === "number" && typeof b === "number" ?
		sign * (a - b) :
		sign * String(a).localeCompare(String(b), "en",
		    { numeric: true });

	const sort = (table, column) => {
		const heads = [...table.tHead.rows[0].cells];
		const head = heads[column], body = table.tBodies[0];
		const first = head.classList.contains("num") ?
		    "descending" : "ascending";
		const other = first === "ascending" ? "descending" :
		    "ascending";
		const next = head.getAttribute("aria-sort") === first ?
		    other : first;
		const sign = next === "ascending" ? 1 : -1;
		const rows = [...body.rows].map((row, index) =>
		    ({ row, index, key: value(row, column) }));

		heads.forEach(cell => cell.removeAttribute("aria-sort"));
		head.setAttribute("aria-sort", next);
		rows.sort((a, b) => compare(a.key, b.key, sign) ||
		    a.index - b.index);
		body.append(...rows.map(entry => entry.row));
	};

	const addSorting = table => {
		[...table.tHead.rows[0].cells].forEach((cell, column) => {
			const button = make("button", { type: "button" });
			button.append(...cell.childNodes);
			cell.append(button);
			button.addEventListener("click",
			    () => sort(table, column));
		});
	};

	/* A list of the values of a column; cells may have several: a|b. */
	const addChoice = (table, tools, column, title, apply) => {
		const found = new Set();
		for (const row of table.tBodies[0].rows)
			for (const word of String(row.cells[column].dataset.v
			    ?? "").split("|"))
				if (word)
					found.add(word);
		if (found.size < 2)
			return null;
		const select = make("select", { ariaLabel: title });
		select.setAttribute("aria-label", title);
		select.append(make("option",
		    { value: "", textContent: `${title}: all` }));
		for (const word of [...found].sort())
			select.append(make("option",
			    { value: word, textContent: word }));
		select.addEventListener("change", apply);
		tools.append(select);
		return row => !select.value || String(row.cells[column]
		    .dataset.v ?? "").split("|").includes(select.value);
	};

	const addFilters = table => {
		const rows = [...table.tBodies[0].rows];
		const tools = make("div", { className: "tools" });
		const search = make("input", { type: "search",
		    placeholder: "filter rows" });
		const count = make("span");
		const texts = new Map();
		const tests = [];
		const text = row => {
			if (!texts.has(row))
				texts.set(row, row.textContent.toLowerCase());
			return texts.get(row);
		};
		const apply = () => {
			const words = search.value.toLowerCase().split(/\s+/);
			let shown = 0;
			for (const row of rows) {
				const good = words.every(word =>
				    text(row).includes(word)) &&
				    tests.every(test => test(row));
				row.hidden = !good;
				shown += good;
			}
			count.textContent = shown === rows.length ?
			    `${rows.length} rows` :
			    `${shown} of ${rows.length} rows`;
		};

		if (rows.length < 2)
			return;
		search.setAttribute("aria-label", "filter rows");
		count.setAttribute("role", "status");
		tools.append(search);
		[...table.tHead.rows[0].cells].forEach((cell, column) => {
			const test = "filter" in cell.dataset && addChoice(
			    table, tools, column, cell.textContent, apply);
			if (test)
				tests.push(test);
		});
		tools.append(count);
		search.addEventListener("input", apply);
		table.parentNode.before(tools);
		apply();
	};

	const addFolds = tree => {
		const fold = item => {
			const button = make("button", { type: "button",
			    className: "fold" });
			const set = closed => {
				item.classList.toggle("closed", closed);
				button.setAttribute("aria-expanded",
				    String(!closed));
			};
			button.setAttribute("aria-label", "fold");
			button.addEventListener("click", () =>
			    set(!item.classList.contains("closed")));
			item.prepend(button);
			set(false);
			return set;
		};
		const folds = [...tree.querySelectorAll("li")]
		    .filter(item => item.querySelector(":scope > ul"))
		    .map(fold);
		if (!folds.length)
			return;
		const tools = make("div", { className: "tools" });
		for (const [label, closed] of [["fold all", true],
		    ["unfold all", false]]) {
			const button = make("button", { type: "button",
			    textContent: label });
			button.addEventListener("click", () =>
			    folds.forEach(set => set(closed)));
			tools.append(button);
		}
		tree.before(tools);
	};

	/* Advice is printed, long lists only where they were opened. */
	const unfoldForPrint = () => {
		let opened = [];
		addEventListener("beforeprint", () => {
			opened = [...document.querySelectorAll(
			    "details:not([open]):not(.rest)")];
			opened.forEach(details => details.open = true);
		});
		addEventListener("afterprint", () =>
			opened.forEach(details => details.open = false));
	};

	/* What is linked to is unfolded. */
	const openTarget = () => {
		const id = decodeURIComponent(location.hash.slice(1));
		const target = id && document.getElementById(id);
		for (let at = target; at; at = at.parentElement)
			if (at.tagName === "DETAILS")
				at.open = true;
	};

	const markSections = () => {
		const links = new Map([...document.querySelectorAll("nav a")]
		    .map(link => [link.hash.slice(1), link]));
		const watch = new IntersectionObserver(entries => {
			for (const entry of entries) {
				const link = links.get(entry.target.id);
				if (entry.isIntersecting) {
					links.forEach(other => other
					    .removeAttribute("aria-current"));
					link?.setAttribute("aria-current",
					    "true");
				}
			}
		}, { rootMargin: "-15% 0px -75% 0px" });
		document.querySelectorAll("main > section").forEach(section =>
		    watch.observe(section));
	};

	/* "/" goes to the filter of the section in view. */
	const addKeys = () => document.addEventListener("keydown", event => {
		if (event.key !== "/" || event.ctrlKey || event.metaKey ||
		    /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName))
			return;
		const inputs = [...document.querySelectorAll(
		    ".tools input")].filter(input => input.offsetParent);
		const next = inputs.find(input => input
		    .getBoundingClientRect().bottom > 60) ?? inputs.at(-1);
		if (next) {
			event.preventDefault();
			next.focus();
		}
	});

	document.documentElement.classList.add("js");
	document.querySelectorAll("table.list").forEach(table => {
		const enhance = () => {
			addFilters(table);
			addSorting(table);
		};
		const folded = table.closest("details:not([open])");
		if (folded)
			folded.addEventListener("toggle", enhance,
			    { once: true });
		else
			enhance();
	});
	document.querySelectorAll(".tree").forEach(addFolds);
	addEventListener("hashchange", openTarget);
	openTarget();
	unfoldForPrint();
	markSections();
	addKeys();
})();
